/** The faults of parsers for the text of models, such as `mistral` and `glm45`: a row for each kind, as in `causes.ts`. */
import type { Cause } from './causes.ts';

const again = 'Repair the call and run the tool, or send the request again.';
const asText = 'There is no error: the call stays text, and users see it.';

const cause = (what: string, todo: string, meant?: string): Cause => ({
  what,
  todo,
  pages: [],
  ...(meant && { meant }),
});

export const modelCauses: Readonly<Record<string, Cause>> = {
  'model-call-json': cause(
    'The call is not JSON. The server logs this, calls nothing, and returns the output as text.',
    `${again} If the JSON is cut off, raise the token limit.`,
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'model-call-misshapen': cause(
    'The call does not have the shape that this parser expects, with a name and arguments. The server logs this, and returns the output as text, or fails the request.',
    `${again} If every call fails, the parser may be for another model: try a parser that accepts the output.`,
    'A call with `name` and `arguments`.',
  ),
  'model-section-missing': cause(
    `The token or tag before the calls is missing, and the parser looks only for this token or tag. ${asText}`,
    "If it is missing in every call, the server removes special tokens before its parser sees them. Start it with the model's tokenizer, and do not set `skip_special_tokens` in requests. Otherwise, send the request again.",
    'The call that follows.',
  ),
  'model-call-open': cause(
    'The call does not end: its closing tag or token is missing, so the parser does not find it.',
    `${again} If \`finish_reason\` is \`length\`, raise the token limit.`,
    'A call with its closing tag or token.',
  ),
  'model-call-lost': cause(
    'The call is not written the way the parser expects, so it is silently lost: the answer has neither the call nor its text.',
    again,
    "A call in the model's format.",
  ),
  'model-arguments': cause(
    'The arguments of the call are not JSON. The server does not check them, and passes them on: the client fails on them.',
    again,
    'A JSON object.',
  ),
  'model-arguments-lines': cause(
    'The arguments are on several lines. This parser reads only one line, so the call is silently lost.',
    'Ask the model again, or write the arguments on one line. Newer versions of the server may read them.',
    'The call as written.',
  ),
  'model-deepseek-v31': cause(
    'The call is written in the style of DeepSeek V3.1, with the name before the separator and bare JSON after it. The parser of V3 does not find it, so the call is silently lost.',
    'Start the server with `--tool-call-parser deepseek_v31`.',
    'The call as written.',
  ),
  'model-deepseek-v3': cause(
    'The call is written in the style of DeepSeek V3, with a type before the separator, and a fence around the arguments. The parser of V3.1 does not find it, so the call is silently lost.',
    'Start the server with `--tool-call-parser deepseek_v3`.',
    'The call as written.',
  ),
  'model-id-number': cause(
    'The id of the call has no number after a colon, as in `functions.get_weather:0`, so the parser does not find the call, and it is silently lost.',
    "Ask the model again. If the history has ids in another format, such as `call_1`, the model imitates them: use the server's ids instead.",
    'A call with the id `functions.NAME:N`.',
  ),
  'model-text-before': cause(
    `There is text before the call, and this parser reads calls only at the beginning. ${asText}`,
    'Extract the call from the text, or send the request again. Ask the model to call without an introduction.',
    'The call as written.',
  ),
  'model-text-after': cause(
    'There is text after the list of calls, which is not Python. The server logs this, and returns the output as text.',
    'Extract the calls from the text, or send the request again.',
    'Only the calls.',
  ),
  'model-other-form': cause(
    `The call is written as the model's template shows it, but the parser looks for \`functools[\`. ${asText}`,
    'Start the server with the chat template for its parser (`examples/tool_chat_template_phi4_mini.jinja` in vLLM), which shows the model `functools`.',
    'The call as written.',
  ),
  'model-list-inside': cause(
    'The arguments contain a list. This parser takes the first `]` as the end of the calls, so the text up to there is not JSON. It logs this, and the answer has neither calls nor text.',
    'Extract the call from the log. Declare tools whose arguments are strings and numbers, such as a comma-separated string instead of a list.',
    'The call as written.',
  ),
  'model-call-dropped': cause(
    'The calls are not JSON. This parser logs it, and the answer has neither calls nor text.',
    'Extract the calls from the log, and run the tools, or send the request again. If the JSON is cut off, raise the token limit.',
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'model-braces': cause(
    'There is a `{` next to the calls. This parser takes each `{` for the beginning of a call: it logs an error, and returns the output as text, including the calls.',
    'Extract the calls from the text, or send the request again. Ask the model to call without an explanation.',
    'The calls before the `{`.',
  ),
  'model-token-twice': cause(
    'There is a second `[TOOL_CALLS]`. With a tokenizer before version 11, whose calls are a list, this parser fails the request.',
    `${again} If this happens each time, the tokenizer is probably not the model's own: start the server with \`--tokenizer-mode mistral\`.`,
    'More calls, which belong in the same list.',
  ),
  'model-id-in-name': cause(
    '`[CALL_ID]` and the text after it become part of the tool name, so the client does not find the tool. There is no error.',
    "Cut the name off before `[CALL_ID]`, or start the server with the model's tokenizer (`--tokenizer-mode mistral`).",
    'The call without the id in its name.',
  ),
  'model-call-code': cause(
    `The text after \`<|python_tag|>\` is code, which this parser does not read. ${asText}`,
    "Run the code if that is intended (`ipython`), or declare the tools in the prompt as JSON, as the model's template does.",
    "Code for Llama's interpreter.",
  ),
  'model-calls-unseparated': cause(
    'A call follows another call without any character between them. The parser looks for the second call one character too late, so it reads the arguments as the call, logs an error, and returns the output as text.',
    `${again} Llama 3 is trained on one call at a time: \`parallel_tool_calls: false\` avoids this.`,
    'Two calls.',
  ),
  'model-line-missing': cause(
    'The tool name is not followed by a line break. The server logs a warning, or an error in older versions, and this call is lost; if it is the only one, the output stays text.',
    `${again} The parser \`glm47\` reads such calls.`,
    'A call without arguments, or with its arguments on the same line.',
  ),
  'model-json-for-tags': cause(
    'The call is JSON, but this parser reads `<arg_key>` and `<arg_value>`: it takes the first line for a name.',
    "Start the server with the model's parser, such as `--tool-call-parser hermes`.",
    'The call as written: Qwen and Hermes write calls this way.',
  ),
  'model-argument-lost': cause(
    'An argument does not have all of its four tags, so it is silently lost: the tool is called without it.',
    again,
    'An argument between `<arg_key>`, `</arg_key>`, `<arg_value>` and `</arg_value>`.',
  ),
  'model-name-dotted': cause(
    `The tool name contains a dot, which this parser does not accept. ${asText} In a stream, the server logs that the name is invalid.`,
    'Declare tools without dots in their names.',
    'The call as written.',
  ),
  'model-argument-unnamed': cause(
    'An argument has no name, and the parser reads only `NAME=value`. In the first call, the whole call becomes text; in a later call, the argument is silently dropped.',
    `${again} Say in the tool's description that arguments are named.`,
    'An argument with its name.',
  ),
  'model-not-literal': cause(
    'An argument is not a Python string, unsigned number, list or dictionary. The server logs this, and returns the output as text.',
    `${again} Newer versions of the server read \`true\`, \`false\` and \`null\`.`,
    'A literal: `True`, `False` and `None` for the JSON words, and strings in quotation marks.',
  ),
  'model-python': cause(
    'The calls are not valid Python. The server logs a syntax error, and returns the output as text.',
    again,
    'A list of calls, as in `[get_weather(city="Lima")]`.',
  ),
  'sglang-line-break': cause(
    `This parser looks for \`<tool_call>\` followed by a line break, and for \`</tool_call>\` after a line break. If a line break is missing, the call is silently lost, or stays text.`,
    "Ask the model again, or start the server with the model's chat template, which shows it calls with line breaks.",
    'The call as written.',
  ),
  'sglang-call-json': cause(
    'The call is not JSON. The server logs a warning and drops this call: the answer has neither the call nor its text.',
    `${again} If the JSON is cut off, raise the token limit.`,
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'sglang-call-undefined': cause(
    'The call has no name, or its name is not that of a declared tool. The server logs this and drops the call.',
    again,
    'A call with `name` and `arguments`.',
  ),
  'sglang-output-text': cause(
    'A call is not written the way the parser expects. The server logs an error, and returns the whole output as text, including the other calls and the tokens.',
    again,
    "A call in the model's format.",
  ),
  'sglang-id-letters': cause(
    'The id of the call has a character that is not a letter, a digit, a dot or `_`, such as a hyphen. The parser does not find the call, and it is silently lost.',
    'Declare tools whose names have only letters, digits, dots and `_`.',
    'The call as written.',
  ),
  'sglang-name-line': cause(
    'The tool name is not followed by a line break, so this call is silently lost.',
    `${again} The parser \`glm47\` reads such calls.`,
    'A call without arguments, or with its arguments on the same line.',
  ),
  'sglang-space': cause(
    'This parser looks for `[TOOL_CALLS] [`, with one space. Otherwise, the calls are silently lost.',
    'Extract the calls from the output, or send the request again. Templates for later tokenizers show the model `NAME[ARGS]` instead.',
    'The calls as written.',
  ),
  'sglang-first-call': cause(
    "This parser reads only the call after the first `[TOOL_CALLS]`. The call after the second one becomes part of the answer's text, which users see.",
    'Extract the call from the text, or call one tool at a time: `parallel_tool_calls: false`.',
    'Several calls.',
  ),
  'sglang-rest-text': cause(
    "The text after the call looks like part of a call. It becomes part of the answer's text, which users see.",
    again,
    'Another call, or more arguments.',
  ),
  'sglang-calls-unseparated': cause(
    "A call follows another call without any character between them. The parser skips one character, so the second call loses its first bracket, and becomes part of the answer's text.",
    `${again} Llama 3 is trained on one call at a time: \`parallel_tool_calls: false\` avoids this.`,
    'Two calls.',
  ),
  'sglang-python-lost': cause(
    'An argument is not a Python string, unsigned number, list or dictionary. The server logs this, and the answer has neither the calls nor their text.',
    again,
    'A literal: `True`, `False` and `None` for the JSON words, and strings in quotation marks.',
  ),
  'sglang-python-text': cause(
    'This parser looks for a list of calls with named arguments, and this list is different. The calls stay text, or are lost with an error in the log.',
    `${again} Say in the tool's description that arguments are named.`,
    'A list of calls, as in `[get_weather(city="Lima")]`.',
  ),
  'tokenizer-without-calls': cause(
    "The tool parser does not find its tokens in the tokenizer's vocabulary: the parser is for another model, or for another version of it. The server rejects every request with tools.",
    "Start the server with the model's parser and tokenizer, for Mistral with `--tokenizer-mode mistral`.",
  ),
};

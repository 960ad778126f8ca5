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
    `${again} If the JSON breaks off, raise the limit on tokens.`,
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'model-call-misshapen': cause(
    'The call does not have the shape that this parser expects, with a name and arguments. The server logs this, and returns the output as text, or fails the request.',
    `${again} If every call fails, the parser may belong to another model: see the parsers that accept the output.`,
    'A call with `name` and `arguments`.',
  ),
  'model-section-missing': cause(
    `The token or tag before the calls is missing, and the parser looks only for that. ${asText}`,
    'If it is missing in every call, the server removes special tokens before its parser sees them. Start it with the tokenizer of the model, and do not set `skip_special_tokens` in requests. Otherwise, send the request again.',
    'The call that follows.',
  ),
  'model-call-open': cause(
    'The call does not end: its closing tag or token is missing, so the parser does not find it.',
    `${again} If \`finish_reason\` is \`length\`, raise the limit on tokens.`,
    'A call that is closed.',
  ),
  'model-call-lost': cause(
    'The call is not written the way the parser expects, so it is silently lost: the answer has neither the call nor its text.',
    again,
    'A call in the form of the model.',
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
  'model-id-number': cause(
    'The id of the call has no number after a colon, as in `functions.get_weather:0`, so the parser does not find the call, and it is silently lost.',
    'Ask the model again. If the history has ids of another form, such as `call_1`, the model repeats these: use the ids of the server instead.',
    'A call with the id `functions.NAME:N`.',
  ),
  'model-text-before': cause(
    `There is text before the call, and this parser reads calls only at the beginning. ${asText}`,
    'Take the call from the text, or send the request again. Ask the model to call without an introduction.',
    'The call as written.',
  ),
  'model-text-after': cause(
    'There is text after the list of calls, which is not Python. The server logs this, and returns the output as text.',
    'Take the calls from the text, or send the request again.',
    'The calls alone.',
  ),
  'model-other-form': cause(
    `The call is written as the template of the model shows it, and the parser looks for \`functools[\`. ${asText}`,
    'Start the server with the chat template that belongs to its parser (`examples/tool_chat_template_phi4_mini.jinja` of vLLM), which shows the model `functools`.',
    'The call as written.',
  ),
  'model-list-inside': cause(
    'The arguments have a list. This parser takes the first `]` as the end of the calls, so the text up to there is not JSON. It logs this, and the answer has neither calls nor text.',
    'Take the call from the log. Declare tools whose arguments are texts and numbers, such as text with commas instead of a list.',
    'The call as written.',
  ),
  'model-call-dropped': cause(
    'The calls are not JSON. This parser logs it, and the answer has neither calls nor text.',
    'Take the calls from the log, and run the tools, or send the request again. If the JSON breaks off, raise the limit on tokens.',
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'model-braces': cause(
    'There is a `{` next to the calls. This parser takes each for the beginning of a call: it logs an error, and returns the output as text, including the calls.',
    'Take the calls from the text, or send the request again. Ask the model to call without an explanation.',
    'The calls before it.',
  ),
  'model-token-twice': cause(
    'There is a second `[TOOL_CALLS]`. With a tokenizer before version 11, whose calls are a list, this parser fails the request.',
    `${again} If the model writes this each time, the tokenizer is probably not that of the model: start the server with \`--tokenizer-mode mistral\`.`,
    'Further calls, which belong in the same list.',
  ),
  'model-id-in-name': cause(
    '`[CALL_ID]` and the text after it become part of the name of the tool, so the client does not find the tool. There is no error.',
    'Cut the name off before `[CALL_ID]`, or start the server with the tokenizer of the model (`--tokenizer-mode mistral`).',
    'The call without its id in the name.',
  ),
  'model-call-code': cause(
    `After \`<|python_tag|>\` is code, which this parser does not read. ${asText}`,
    'Run the code if that is intended (`ipython`), or declare the tools in the prompt as JSON, as the template of the model does.',
    'Code for the interpreter of Llama.',
  ),
  'model-calls-unseparated': cause(
    'A call follows the one before it without any character between them. The parser looks for it one character too late, so it reads its arguments as the call, logs an error, and returns the output as text.',
    `${again} Llama 3 is trained on one call at a time: \`parallel_tool_calls: false\` avoids this.`,
    'Two calls.',
  ),
  'model-line-missing': cause(
    'The name of the tool is not followed by a line break. The server logs a warning, or an error in older versions, and this call is lost; if it is the only one, the output stays text.',
    `${again} The parser \`glm47\` reads such calls.`,
    'A call without arguments, or with its arguments on the same line.',
  ),
  'model-json-for-tags': cause(
    'The call is JSON, and this parser reads `<arg_key>` and `<arg_value>`: it takes the first line for a name.',
    'Start the server with the parser that fits the model, such as `--tool-call-parser hermes`.',
    'The call as written: Qwen and Hermes write calls this way.',
  ),
  'model-argument-lost': cause(
    'An argument does not have all of its four tags, so it is silently lost: the tool is called without it.',
    again,
    'An argument between `<arg_key>`, `</arg_key>`, `<arg_value>` and `</arg_value>`.',
  ),
  'model-name-dotted': cause(
    `The name of the tool contains a dot, which this parser does not accept. ${asText} In a stream, the server logs that the name is invalid.`,
    'Declare tools without dots in their names.',
    'The call as written.',
  ),
  'model-argument-unnamed': cause(
    'An argument has no name, and the parser reads only `NAME=value`. In the first call, the whole call becomes text; in a later call, the argument is silently dropped.',
    `${again} Say in the description of the tool that arguments are named.`,
    'An argument with its name.',
  ),
  'model-not-literal': cause(
    'An argument is neither a text, a number without a sign, a list nor a mapping of Python. The server logs this, and returns the output as text.',
    `${again} Newer versions of the server read \`true\`, \`false\` and \`null\`.`,
    'A literal: `True`, `False` and `None` for the words of JSON, and texts in quotation marks.',
  ),
  'model-python': cause(
    'The calls are not valid Python. The server logs a syntax error, and returns the output as text.',
    again,
    'A list of calls, as in `[get_weather(city="Lima")]`.',
  ),
  'sglang-line-break': cause(
    `This parser looks for \`<tool_call>\` with a line break after it, and for \`</tool_call>\` with one before it. Where one is missing, the call is silently lost, or stays text.`,
    'Ask the model again, or start the server with the chat template of the model, which shows it calls with line breaks.',
    'The call as written.',
  ),
  'sglang-call-json': cause(
    'The call is not JSON. The server logs a warning and leaves this call out: the answer has neither the call nor its text.',
    `${again} If the JSON breaks off, raise the limit on tokens.`,
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'sglang-call-undefined': cause(
    'The call has no name, or not the name of a declared tool. The server logs this and leaves the call out.',
    again,
    'A call with `name` and `arguments`.',
  ),
  'sglang-output-text': cause(
    'A call is not written the way the parser expects. The server logs an error, and returns the whole output as text, including the other calls and the tokens.',
    again,
    'A call in the form of the model.',
  ),
  'sglang-id-letters': cause(
    'The id of the call has a sign that is not a letter, a digit, a dot or `_`, such as a hyphen. The parser does not find the call, and it is silently lost.',
    'Declare tools whose names have only letters, digits, dots and `_`.',
    'The call as written.',
  ),
  'sglang-name-line': cause(
    'The name of the tool is not followed by a line break, so this call is silently lost.',
    `${again} The parser \`glm47\` reads such calls.`,
    'A call without arguments, or with its arguments on the same line.',
  ),
  'sglang-space': cause(
    'This parser looks for `[TOOL_CALLS] [`, with one space. Otherwise, the calls are silently lost.',
    'Take the calls from the output, or send the request again. Templates of later tokenizers show the model `NAME[ARGS]` instead.',
    'The calls as written.',
  ),
  'sglang-first-call': cause(
    'This parser reads what follows the first `[TOOL_CALLS]`. The call after the second one becomes text of the answer, which users see.',
    'Take the call from the text, or call one tool at a time: `parallel_tool_calls: false`.',
    'Several calls.',
  ),
  'sglang-rest-text': cause(
    'The text after the call looks like a part of one. It becomes text of the answer, which users see.',
    again,
    'A further call, or more arguments.',
  ),
  'sglang-calls-unseparated': cause(
    'A call follows the one before it without any character between them. The parser skips one character, so this call loses its first bracket, and becomes text of the answer.',
    `${again} Llama 3 is trained on one call at a time: \`parallel_tool_calls: false\` avoids this.`,
    'Two calls.',
  ),
  'sglang-python-lost': cause(
    'An argument is neither a text, a number without a sign, a list nor a mapping of Python. The server logs this, and the answer has neither the calls nor their text.',
    again,
    'A literal: `True`, `False` and `None` for the words of JSON, and texts in quotation marks.',
  ),
  'sglang-python-text': cause(
    'The list is not one of calls with named arguments, as this parser looks for them. The calls stay text, or are lost with an error in the log.',
    `${again} Say in the description of the tool that arguments are named.`,
    'A list of calls, as in `[get_weather(city="Lima")]`.',
  ),
  'tokenizer-without-calls': cause(
    'The tool parser does not find its tokens in the vocabulary of the tokenizer: the parser belongs to another model, or to another version of it. The server answers no request with tools.',
    'Start the server with the parser of the model, and with its tokenizer, for Mistral with `--tokenizer-mode mistral`.',
  ),
};

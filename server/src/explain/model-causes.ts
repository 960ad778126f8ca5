/** The faults of parsers for the text of models, such as `mistral` and `glm45`: one entry for each kind of fault, as in `causes.ts`. */
import type { Cause } from './causes.ts';

const again = 'Repair the call and run the tool, or send the request again.';
const asText = 'There is no error: the server returns the call as text, and users see it.';

const cause = (what: string, todo: string, meant?: string): Cause => ({
  what,
  todo,
  pages: [],
  ...(meant && { meant }),
});

export const modelCauses: Readonly<Record<string, Cause>> = {
  'model-call-json': cause(
    'The call is not JSON. The server logs an error, and returns the output as text, so no tool is called.',
    `${again} If the JSON is cut off, raise the token limit.`,
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'model-call-misshapen': cause(
    'The call does not have the structure that this parser expects: a name and arguments. The server logs an error and returns the output as text, or the request fails.',
    `${again} If every call fails, the parser may be for another model: try a parser that accepts the output.`,
    'A call with `name` and `arguments`.',
  ),
  'model-section-missing': cause(
    `The token or tag before the calls is missing, so the parser finds no calls. ${asText}`,
    "If the token is missing from every output, the server removes special tokens before it parses the text. Start the server with the model's tokenizer, and do not set `skip_special_tokens` in requests. Otherwise, send the request again.",
    'The call that follows.',
  ),
  'model-call-open': cause(
    'The closing tag or token of the call is missing, so the parser does not find the call.',
    `${again} If \`finish_reason\` is \`length\`, raise the token limit.`,
    'A call with its closing tag or token.',
  ),
  'model-call-lost': cause(
    'The call is not in the format that the parser expects, so the server silently drops the call: the answer has neither the call nor its text.',
    again,
    "A call in the model's format.",
  ),
  'model-arguments': cause(
    'The arguments of the call are not JSON. The server passes them on without a check, so the client fails.',
    again,
    'A JSON object.',
  ),
  'model-arguments-lines': cause(
    'The arguments span several lines. This parser expects them on one line, so the server silently drops the call.',
    'Ask the model again, or put the arguments on one line. Newer versions of the server may accept several lines.',
    'The call as written.',
  ),
  'model-deepseek-v31': cause(
    'The call is in the format of DeepSeek V3.1: the name before the separator, and JSON without a fence after it. The parser for V3 does not find such calls, so the server silently drops the call.',
    'Start the server with `--tool-call-parser deepseek_v31`.',
    'The call as written.',
  ),
  'model-deepseek-v3': cause(
    'The call is in the format of DeepSeek V3: a type before the separator, and a fence around the arguments. The parser for V3.1 does not find such calls, so the server silently drops the call.',
    'Start the server with `--tool-call-parser deepseek_v3`.',
    'The call as written.',
  ),
  'model-id-number': cause(
    'The id of the call does not end in a colon and a number, as it should (`functions.get_weather:0`). The parser does not find the call, so the server silently drops it.',
    "Ask the model again. If the history has ids in another format, such as `call_1`, the model imitates them: use the server's ids instead.",
    'A call with the id `functions.NAME:N`.',
  ),
  'model-text-before': cause(
    `There is text before the call, but this parser reads calls only at the beginning of the output. ${asText}`,
    'Extract the call from the text, or send the request again. Tell the model to call tools without an introduction.',
    'The call as written.',
  ),
  'model-text-after': cause(
    'There is text after the list of calls, so the output is not valid Python. The server logs this, and returns the output as text.',
    'Extract the calls from the text, or send the request again.',
    'Only the calls.',
  ),
  'model-other-form': cause(
    `The call is in the format of the model's own template, but the parser looks for \`functools[\`. ${asText}`,
    'Start the server with the chat template for its parser (`examples/tool_chat_template_phi4_mini.jinja` in vLLM), which shows the model `functools`.',
    'The call as written.',
  ),
  'model-list-inside': cause(
    'The arguments contain a list. This parser takes the first `]` as the end of the calls, so it reads incomplete JSON. The server logs this, and the answer has neither calls nor text.',
    'Extract the call from the log. Declare tools that take no lists: for example, replace a list with a comma-separated string.',
    'The call as written.',
  ),
  'model-call-dropped': cause(
    'The calls are not JSON. The server logs this, and the answer has neither calls nor text.',
    'Extract the calls from the log, and run the tools, or send the request again. If the JSON is cut off, raise the token limit.',
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'model-braces': cause(
    'The text next to the calls contains a `{`. This parser takes every `{` as the beginning of a call, so the server logs an error, and returns the output as text, including the calls.',
    'Extract the calls from the text, or send the request again. Tell the model to call tools without an explanation.',
    'The calls before the `{`.',
  ),
  'model-token-twice': cause(
    'The output has a second `[TOOL_CALLS]`. With a tokenizer before version 11, all calls must be in one list after the first token, so the request fails.',
    `${again} If this happens every time, the tokenizer is probably not the model's own: start the server with \`--tokenizer-mode mistral\`.`,
    'More calls, which belong in the same list.',
  ),
  'model-id-in-name': cause(
    '`[CALL_ID]` and the text after it become part of the tool name, so the client does not find the tool. There is no error.',
    "Remove `[CALL_ID]` and the text after it from the name, or start the server with the model's tokenizer (`--tokenizer-mode mistral`).",
    'The call without the id in its name.',
  ),
  'model-call-code': cause(
    `The text after \`<|python_tag|>\` is code, which this parser does not read. ${asText}`,
    "Run the code if that is intended (`ipython`), or declare the tools in the prompt as JSON, as the model's template does.",
    "Code for Llama's interpreter.",
  ),
  'model-calls-unseparated': cause(
    "No character separates the two calls. The parser starts to look for the second call one character too late and mistakes the call's arguments for the call itself. The server logs an error and returns the output as text.",
    `${again} Llama 3 is trained to make one call at a time: \`parallel_tool_calls: false\` prevents this.`,
    'Two calls.',
  ),
  'model-line-missing': cause(
    'No line break follows the tool name. The server logs a warning (an error in older versions), and drops this call. If this is the only call, the server returns the output as text.',
    `${again} The \`glm47\` parser reads such calls.`,
    'A call without arguments, or with its arguments on the same line.',
  ),
  'model-json-for-tags': cause(
    'The call is JSON, but this parser reads `<arg_key>` and `<arg_value>`: it takes the first line as the name of the tool.',
    "Start the server with the model's parser, such as `--tool-call-parser hermes`.",
    'The call as written: Qwen and Hermes write calls this way.',
  ),
  'model-argument-lost': cause(
    'An argument lacks one of its four tags, so the parser silently drops the argument: the tool is called without it.',
    again,
    'An argument between `<arg_key>`, `</arg_key>`, `<arg_value>` and `</arg_value>`.',
  ),
  'model-name-dotted': cause(
    `The tool name contains a dot, which this parser does not accept. ${asText} In a stream, the server logs that the name is invalid.`,
    'Declare tools without dots in their names.',
    'The call as written.',
  ),
  'model-argument-unnamed': cause(
    'An argument has no name, but the parser reads only `NAME=value`. In the first call, this turns the whole call into text; in a later call, the parser silently drops the argument.',
    `${again} Say in the tool's description that arguments are named.`,
    'An argument with its name.',
  ),
  'model-not-literal': cause(
    'An argument is not a Python string, unsigned number, list or dictionary. The server logs this, and returns the output as text.',
    `${again} Newer versions of the server read \`true\`, \`false\` and \`null\`.`,
    'A Python literal: `True`, `False` or `None` instead of the JSON word, or a string in quotation marks.',
  ),
  'model-python': cause(
    'The calls are not valid Python. The server logs a syntax error, and returns the output as text.',
    again,
    'A list of calls, as in `[get_weather(city="Lima")]`.',
  ),
  'sglang-line-break': cause(
    `This parser requires a line break after \`<tool_call>\` and before \`</tool_call>\`. If one is missing, the server silently drops the call, or returns it as text.`,
    "Ask the model again, or start the server with the model's own chat template, which writes calls with line breaks.",
    'The call as written.',
  ),
  'sglang-call-json': cause(
    'The call is not JSON. The server logs a warning and drops this call: the answer has neither the call nor its text.',
    `${again} If the JSON is cut off, raise the token limit.`,
    'A call whose JSON has an extra or a missing bracket, quotation mark or comma.',
  ),
  'sglang-call-undefined': cause(
    'The call has no name, or names a tool that is not declared. The server logs this and drops the call.',
    again,
    'A call with `name` and `arguments`.',
  ),
  'sglang-output-text': cause(
    'A call is not in the format that the parser expects. The server logs an error, and returns the whole output as text, including the other calls and the tokens.',
    again,
    "A call in the model's format.",
  ),
  'sglang-id-letters': cause(
    'The id of the call contains a character other than a letter, a digit, a dot or `_`, such as a hyphen. The parser does not find the call, so the server silently drops it.',
    'Declare tools whose names have only letters, digits, dots and `_`.',
    'The call as written.',
  ),
  'sglang-name-line': cause(
    'No line break follows the tool name, so the server silently drops this call.',
    `${again} The \`glm47\` parser reads such calls.`,
    'A call without arguments, or with its arguments on the same line.',
  ),
  'sglang-space': cause(
    'This parser looks for `[TOOL_CALLS] [`, with exactly one space. If the output differs, the server silently drops the calls.',
    'Extract the calls from the output, or send the request again. Chat templates for later tokenizers write `NAME[ARGS]` instead.',
    'The calls as written.',
  ),
  'sglang-first-call': cause(
    "This parser reads only the call after the first `[TOOL_CALLS]`. The call after the second one becomes part of the answer's text, which users see.",
    'Extract the call from the text, or send `parallel_tool_calls: false` to get one call at a time.',
    'Several calls.',
  ),
  'sglang-rest-text': cause(
    "The text after the call looks like part of a call. It becomes part of the answer's text, which users see.",
    again,
    'Another call, or more arguments.',
  ),
  'sglang-calls-unseparated': cause(
    "There is no character between two calls. The parser skips one character, so the second call loses its first bracket, and becomes part of the answer's text.",
    `${again} Llama 3 is trained to make one call at a time: \`parallel_tool_calls: false\` prevents this.`,
    'Two calls.',
  ),
  'sglang-python-lost': cause(
    'An argument is not a Python string, unsigned number, list or dictionary. The server logs this, and the answer has neither the calls nor their text.',
    again,
    'A Python literal: `True`, `False` or `None` instead of the JSON word, or a string in quotation marks.',
  ),
  'sglang-python-text': cause(
    'This parser expects a list of calls with named arguments, but the list in this output is different. The server returns the calls as text, or logs an error and drops them.',
    `${again} Say in the tool's description that arguments are named.`,
    'A list of calls, as in `[get_weather(city="Lima")]`.',
  ),
  'tokenizer-without-calls': cause(
    "The tool parser does not find its tokens in the tokenizer's vocabulary: the parser is for another model, or for another version of this model. The server rejects every request with tools.",
    "Start the server with the model's parser and tokenizer. For Mistral models, add `--tokenizer-mode mistral`.",
  ),
};

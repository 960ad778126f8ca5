/** The faults at which parsers give up, with the model's probable intent and the remedy. There is one entry per kind of fault. */

import { modelCauses } from './model-causes.ts';
import { requestCauses } from './request-causes.ts';

export interface Cause {
  /** A description of the fault. */
  readonly what: string;
  /** The model's probable intent, if it is clear from the kind of fault alone. */
  readonly meant?: string;
  /** The remedy. */
  readonly todo: string;
  /** The codes of the rules whose pages explain the fault. */
  readonly pages: readonly string[];
}

const repairOutput =
  'Repair the output and continue, or send the request again: the same prompt often works the second time.';
const sampling = `${repairOutput} If this happens often, check the calls in earlier turns of the prompt: they must be in Harmony format.`;
const client = 'Repair the call and run the tool, or send the request again.';
const again =
  'Send the request again: the same prompt often works the second time. If it fails every time, look for the output in the server log.';

/** Adapts advice for a user who has only the error, and not the output. */
export const withoutOutput = (todo: string): string => todo.replace(repairOutput, again).replace(client, again);

/** The cause if an output does not fit the grammar of a chat format of llama.cpp. */
const formatUnexpected = {
  what: "The output does not match llama.cpp's grammar for the model's chat format, so the whole answer fails. Either a header (gpt-oss), a tag or the arguments of a call are not in that format, or the output was cut off.",
  todo: 'Send the request again, and raise the token limit if it is low. The error that a client receives does not include the output: find the output in the llama-server log, after `unparsed … output:`. If every call fails, update llama.cpp and the model file, whose template determines the format.',
};

/** The causes by kind of fault, first those of the emulated reference parser, then those of the other parsers. */
export const causes: Readonly<Record<string, Cause>> = {
  'words-left': {
    what: 'The header has extra words besides the role, the recipient and the type. The parser takes the last one or two words as recipient and type, and quotes the rest, so the quoted word may not be the one at fault.',
    meant:
      'Usually a call. Its header has text before `<|message|>`, a space in the tool name, a second `to=`, or a space after `<|constrain|>`.',
    todo: sampling,
    pages: ['E-PARSE-HEADER', 'recipient-format', 'header-space'],
  },
  'role-unknown': {
    what: 'The header is a single word that is not a role (`system`, `developer`, `user`, `assistant` or `tool`).',
    meant:
      'Usually `assistant`, written twice or misspelled; in a tool reply, the name of the tool, which needs ` to=assistant` after it.',
    todo: sampling,
    pages: ['E-PARSE-HEADER'],
  },
  'tool-for-role': {
    what: 'The header is a single word: the name of a tool, where the role belongs. Harmony writes replies from tools this way, but `<|call|>` at the end shows that this message is a call to the tool.',
    meant: 'A call: `<|start|>assistant`, the channel, and ` to=` before the name of the tool.',
    todo: sampling,
    pages: ['E-PARSE-HEADER', 'call-no-recipient'],
  },
  'start-twice': {
    what: '`<|start|>` occurs twice. The parser reads the second one as part of the word after it, so that word is not a role.',
    meant: 'One `<|start|>`.',
    todo: sampling,
    pages: ['E-PARSE-HEADER'],
  },
  'channel-twice': {
    what: 'The header has two channels. The parser removes the first `<|channel|>` and the word after it, but reads the second one as part of the role.',
    meant:
      'Only the second channel; or, if the word after the first `<|channel|>` is not a channel, a call to the tool with that name.',
    todo: sampling,
    pages: ['E-PARSE-HEADER'],
  },
  'role-missing': {
    what: 'There is nothing, or only a channel, between `<|start|>` and `<|message|>`.',
    meant: '`<|start|>assistant`.',
    todo: sampling,
    pages: ['E-PARSE-HEADER'],
  },
  'channel-empty': {
    what: '`<|channel|>` is followed by a space, by another token or by nothing. The name of the channel must come directly after it.',
    meant: 'The channel named after the space, or, at the beginning of an output, `analysis`.',
    todo: sampling,
    pages: ['E-PARSE-HEADER', 'header-space'],
  },
  'header-open': {
    what: 'The output ends before `<|message|>`: it was cut off in a header, or it is text outside a message.',
    meant:
      'If the output is plain text, it is the answer, and `<|channel|>final<|message|>` is missing before it. Otherwise, the output is incomplete.',
    todo: 'Check `finish_reason`: if it is `length`, the token limit cut the output off, so raise the limit. If the output has no special tokens at all, the server has removed them: send `skip_special_tokens: false`, and make sure that the prompt ends in `<|start|>assistant`.',
    pages: ['E-PARSE-HEADER', 'E-STREAM-TRUNCATED', 'tokens-stripped'],
  },
  'header-misspelled': {
    what: '`<|message|>`, which ends the header, is misspelled, so the parser reads the rest of the output as the header.',
    meant: 'The message whose text is after the misspelled `<|message|>`.',
    todo: sampling,
    pages: ['E-PARSE-HEADER'],
  },
  'start-expected': {
    what: 'After the end of a message, the parser expects `<|start|>`, but finds a space, text or another token.',
    meant:
      'White space or a few words probably mean nothing; other text is the next message, whose `<|start|>assistant` is missing.',
    todo: sampling,
    pages: ['start-missing', 'stray-text', 'harmony-frame-gap'],
  },
  'start-missing': {
    what: 'After the end of a message, the next header begins without `<|start|>assistant`: with `<|channel|>`, or with the name of a channel.',
    meant: 'The next message, with `<|start|>assistant` before its channel.',
    todo: `${sampling} This happens more often with servers from before September 2025 and with old copies of the model files: update both.`,
    pages: ['start-missing', 'stray-text'],
  },
  'start-bare': {
    what: 'After the end of a message, the next header begins with a role, such as `assistant` (token 173781): `<|start|>` is missing before it.',
    meant: 'The next message: `<|start|>assistant`.',
    todo: sampling,
    pages: ['start-missing'],
  },
  swallowed: {
    what: 'Parsers silently read the two messages as one.',
    todo: sampling,
    pages: ['end-missing', 'token-in-body'],
  },
  'thought-open': {
    what: 'A server with a reasoning parser reads everything after `<think>` as the thought, so no tool is called.',
    meant: 'The end of the thought, followed by the call.',
    todo: client,
    pages: ['E-STREAM-TRUNCATED', 'function-json'],
  },
  'end-tag-open': {
    what: 'There is no error: the server reads the call despite the incomplete tag.',
    meant: 'The complete end tag.',
    todo: client,
    pages: ['function-json'],
  },
  'call-bare': {
    what: 'There is no error: users see the JSON, and no tool is called.',
    meant: 'A tool call, with `<tool_call>` before it and `</tool_call>` after it.',
    todo: `${client} Check that the prompt declares the tools as the model's template does.`,
    pages: ['function-json'],
  },
  'only-reasoning': {
    what: 'The output ends after the reasoning: it has neither an answer nor a call.',
    todo: 'Check `finish_reason`: if it is `length`, the token limit cut the output off, so raise the limit. Otherwise, a stop string ended the output too early, or the model itself stopped: send the request again.',
    pages: ['answer-missing', 'E-STREAM-TRUNCATED'],
  },
  'space-between': {
    what: 'There is white space between two messages, or after the last message. Harmony does not allow white space there.',
    meant: 'The messages without the white space.',
    todo: `Remove the white space before you parse the text: programs that print or edit an output often add a line break. ${sampling}`,
    pages: ['harmony-frame-gap'],
  },
  'terminator-twice': {
    what: 'A second terminator follows the first. In the error, token 200002 is `<|return|>`, 200007 is `<|end|>`, and 200012 is `<|call|>`.',
    meant: 'Only one terminator.',
    todo: 'Stop the model at the end of its output: leave `ignore_eos` off, and stop at `<|return|>` and `<|call|>`. If the model was fine-tuned, the answers in its training data probably end in `<|end|><|return|>`: remove one of these tokens.',
    pages: ['end-redundant', 'stray-text', 'return-not-last'],
  },
  'header-unexpected': {
    what: "llama.cpp's grammar does not allow this header. A header is `<|channel|>`, the name of a channel, and `<|message|>`. In a call, ` to=functions.NAME` comes before `<|channel|>` or after the name of the channel.",
    meant: 'A valid header, to which the model added a word or a character, or from which it omitted one.',
    todo: sampling,
    pages: ['E-PARSE-HEADER', 'start-missing', 'recipient-format'],
  },
  'format-unexpected': { ...formatUnexpected, pages: [] },
  'native-unexpected': {
    ...formatUnexpected,
    meant:
      'With gpt-oss, usually a message whose header has an extra or a missing word, or a call whose arguments are not JSON.',
    pages: ['E-PARSE-HEADER'],
  },
  arguments: {
    what: 'The arguments of the call are not a JSON object.',
    meant:
      'A JSON object: look for unescaped quotation marks and line breaks, an extra or a missing bracket, or text or code instead of JSON.',
    todo: `${client} If the output was cut off, raise the token limit. Long arguments with many quotation marks fail most often: a tool that needs less text per call helps.`,
    pages: ['E-CALL-SCHEMA', 'E-BODY-CONSTRAINT-VIOLATION'],
  },
  'arguments-open': {
    what: 'The arguments of the call are cut off, so they are not a complete JSON object.',
    meant: 'The same call with the rest of its arguments.',
    todo: 'Check `finish_reason`: if it is `length`, the token limit cut the output off, so raise the limit. Otherwise, ask the model again.',
    pages: ['E-STREAM-TRUNCATED', 'E-CALL-SCHEMA'],
  },
  'arguments-plain': {
    what: 'The arguments of the call are not JSON: the model wrote plain text, such as a command or its thoughts.',
    meant: 'A call with that text as its only argument; or, if it reads like thoughts, no call.',
    todo: 'Put the text into the right argument as a JSON string, and call the tool; or ask the model again. This happens most often with a tool whose only argument is a string: say in its description that its arguments are a JSON object.',
    pages: ['E-CALL-SCHEMA', 'E-BODY-CONSTRAINT-VIOLATION'],
  },
  'arguments-joined': {
    what: 'The output contains several calls, and the server parses their arguments as one value.',
    meant: 'Several calls, one after the other. The parser expects a single call, at the end of the output.',
    todo: 'Extract the calls from the output one by one, or ask the model for one call at a time. The model is trained to end its output after a call, with `<|call|>`.',
    pages: ['end-missing', 'E-CALL-SCHEMA'],
  },
  'call-json': {
    what: 'The text between `<tool_call>` and `</tool_call>` is not JSON. The server logs an error, and returns the whole output as text, so no tool is called.',
    meant: 'A JSON object with `name` and `arguments`.',
    todo: `${client} If the JSON is cut off, raise the token limit. Qwen3-Coder writes \`<function=…>\` instead of JSON, and needs the \`qwen3_coder\` parser.`,
    pages: ['function-json', 'E-CALL-SCHEMA'],
  },
  'call-misshapen': {
    what: 'The text between `<tool_call>` and `</tool_call>` is JSON, but not an object with `name` and `arguments`. The server logs an error, and returns the whole output as text.',
    meant: 'A JSON object with `name` and `arguments`.',
    todo: client,
    pages: ['E-CALL-SCHEMA', 'function-json'],
  },
  'xml-for-json': {
    what: 'The call is written as `<function=…>`, but this parser reads JSON. The server logs an error, and returns the whole output as text.',
    meant: 'The call as written: Qwen3-Coder and related models write calls this way.',
    todo: "Start the server with the model's parser: `--tool-call-parser qwen3_coder`. To read this output with that parser, use `ocml explain --parser qwen3`.",
    pages: ['function-json'],
  },
  'json-for-xml': {
    what: 'The call is JSON, but this parser looks for `<function=…>`. It finds no call, and the server returns the call as text, without an error.',
    meant: 'The call as written: Qwen 2.5, Qwen3 and Hermes write calls this way.',
    todo: "Start the server with the model's parser: `--tool-call-parser hermes`. To read this output with that parser, use `ocml explain --parser hermes`.",
    pages: ['function-json'],
  },
  'tag-open': {
    what: 'A tag `<function=NAME>` or `<parameter=NAME>` has no `>`. The server logs an error, and returns the whole output as text, including other calls.',
    meant: 'A tag that is closed with `>`, unless the output was cut off inside the tag.',
    todo: `${client} If \`finish_reason\` is \`length\`, raise the token limit.`,
    pages: ['function-json', 'E-STREAM-TRUNCATED'],
  },
  'tag-missing': {
    what: '`<tool_call>` is missing before a call. Parsers look only for that tag, so the server returns the call as text, without an error.',
    meant: 'The call that follows.',
    todo: `${client} Models often omit the tag after introductory text: tell the model to call tools without an introduction.`,
    pages: ['function-json'],
  },
  'tool-unknown': {
    what: 'The server reports an error, although the headers and the arguments are fine. llama.cpp accepts only calls to tools in the request: if the model calls any other tool, it rejects the whole output.',
    meant:
      'A call to a tool that the request does not declare, or declares under another name; or arguments that the tool does not accept.',
    todo: 'Compare the name and the arguments of the call with the `tools` in the request. If they agree, the error may be about another output, or the server may run another version.',
    pages: ['tool-undeclared', 'E-CALL-SCHEMA'],
  },
  'tool-elsewhere': {
    what: 'The server reports an error, because the header calls a tool outside `functions.*`. All tools in a request are in `functions.*`. If the request has tools and the model calls any other tool, llama.cpp rejects the whole output.',
    meant:
      'A call to `functions.NAME`, if the request has a tool with that name; otherwise, a tool that the model remembers from its training.',
    todo: 'Declare the tool in the `tools` of the request, or ask the model again. If the history contains such calls, remove them, because the model imitates them.',
    pages: ['recipient-format', 'tool-undeclared'],
  },
  unexplained: {
    what: "The server reports an error, but `ocml` reads the output without one. The error may be about another output, the text may differ from the model's output, or the server may run another version.",
    todo: 'Look for the output that belongs to the error: `--choose N` explains another output in the input. A log contains the exact output only if the server does not skip special tokens.',
    pages: [],
  },
  ...requestCauses,
  ...modelCauses,
};

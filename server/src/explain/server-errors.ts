/** The error messages of servers that cannot read an output, in a table. Users search for help with these messages. */

/** An error of a parser, as it appears in a server's log or answer. */
interface KnownError {
  /** The kind of the fault, which is a key of `causes`, as in a `Stop`. */
  readonly kind: string;
  /** The server that reports this error. */
  readonly server: string;
  /**
   * The name of the parser that reports this error; undefined if the error is about the messages in the request, and not about an
   * output.
   */
  readonly parser?: string;
  /** The text of the error, in which `…` stands for the parts that vary. */
  readonly text: string;
  /** The text that logs write before the error. */
  readonly raisedAs?: string;
  /** Texts that often replace the `…`, and with which users search for help. */
  readonly says?: readonly string[];
  /**
   * Whether the server refuses a request with this error. No output is at fault then: either none was generated, or the output was correct.
   */
  readonly ofRequest?: boolean;
  /** Whether many other programs write the same text, so that it identifies this error only together with `raisedAs`. */
  readonly isCommon?: boolean;
  /** The kind of the error's quotation, if it is a single word or the output itself. */
  readonly quotes?: 'word' | 'output';
}

const vllm = 'vLLM, SGLang and others with the openai/harmony parser';
const harmony = (kind: string, text: string): KnownError => ({
  kind,
  server: vllm,
  parser: 'harmony',
  text,
  raisedAs: 'openai_harmony.HarmonyError: ',
});
const inPython = (kind: string, text: string): KnownError => ({
  kind,
  server: "vLLM's and SGLang's tool parsers",
  parser: 'hermes',
  text,
});
const ofModel = (kind: string, parser: string, text: string): KnownError => ({
  kind,
  server: `vLLM with the tool parser ${parser}`,
  parser,
  text,
});
const ofTokenizer = (text: string): KnownError => ({
  kind: 'tokenizer-without-calls',
  server: "vLLM's tool parsers",
  text,
  ofRequest: true,
});
const inOllama = (text: string): KnownError => ({ kind: 'arguments', server: 'Ollama', parser: 'ollama', text });
const inLlamaCpp = (text: string): KnownError => ({
  kind: 'header-unexpected',
  server: 'llama.cpp, LM Studio and others',
  parser: 'llama.cpp',
  text,
});

const inTemplates = (kind: string, text: string): KnownError => ({
  kind,
  server: "vLLM, SGLang, llama.cpp, LM Studio and other servers that render the model's chat template",
  text,
});

const openAI = 'OpenAI, Azure, DeepSeek and others with the Chat Completions API';
const responsesApi = 'OpenAI and others with the Responses API';
const anthropic = 'Anthropic';
const inference = 'Text Generation Inference (TGI)';
const inRequests = (kind: string, server: string, text: string): KnownError => ({
  kind,
  server,
  text,
  ofRequest: true,
});

/** The names of llama.cpp's chat formats in its errors. */
const llamaFormats = [
  ...[
    'peg-native',
    'peg-gemma4',
    'peg-simple',
    'peg-constructed',
    'Content-only',
    'Generic',
    'Mistral Nemo',
    'Magistral',
  ],
  ...[
    'Llama 3.x',
    'DeepSeek R1',
    'DeepSeek V3.1',
    'FireFunction v2',
    'Functionary v3.2',
    'Hermes 2 Pro',
    'Command R7B',
  ],
  ...['Granite', 'GPT-OSS', 'Seed-OSS', 'Nemotron V2', 'Apertus', 'GLM 4.5', 'Kimi K2', 'Qwen3 Coder', 'MiniMax-M2'],
].map((format) => `the expected ${format} format`);

/** JSON faults in the words of Python and of Go. */
const pythonErrors = [
  'Expecting value: line 1 column 1 (char 0)',
  "Expecting ',' delimiter: line 1 column 1 (char 0)",
  "Expecting ':' delimiter: line 1 column 1 (char 0)",
  'Expecting property name enclosed in double quotes: line 1 column 1 (char 0)',
  'Unterminated string starting at: line 1 column 1 (char 0)',
  'Invalid control character at: line 1 column 1 (char 0)',
  'Invalid \\escape: line 1 column 1 (char 0)',
  'Extra data: line 1 column 1 (char 0)',
];
const goErrors = ['invalid character', 'unexpected end of JSON input', 'looking for beginning of value'];

/** The known errors. Those with a more specific text come first. */
export const knownErrors: readonly KnownError[] = [
  harmony('words-left', 'unexpected tokens remaining in message header: …'),
  harmony(
    'words-left',
    'Could not parse header: too many tokens remaining after extracting content-type and recipient',
  ),
  harmony('terminator-twice', 'Unexpected token 200002 while expecting start token 200006'),
  harmony('terminator-twice', 'Unexpected token 200007 while expecting start token 200006'),
  harmony('terminator-twice', 'Unexpected token 200012 while expecting start token 200006'),
  harmony('start-missing', 'Unexpected token 200005 while expecting start token 200006'),
  harmony('start-missing', 'Unexpected token 12606 while expecting start token 200006'),
  harmony('start-missing', 'Unexpected token 35644 while expecting start token 200006'),
  harmony('start-missing', 'Unexpected token 17196 while expecting start token 200006'),
  harmony('start-missing', 'Unexpected token 200008 while expecting start token 200006'),
  harmony('start-bare', 'Unexpected token 173781 while expecting start token 200006'),
  harmony('start-expected', 'Unexpected token … while expecting start token 200006'),
  harmony('header-open', 'Unexpected EOS while waiting for message header to complete'),
  harmony('channel-empty', 'channel marker present but no channel value found in header'),
  harmony('role-missing', 'message header did not contain a role'),
  { ...harmony('role-unknown', 'Unknown role: …'), quotes: 'word', isCommon: true },
  { ...inOllama('error parsing tool call: raw=…'), says: goErrors },
  inOllama('error parsing tool call: …'),
  inOllama('error parsing tool call'),
  {
    ...inLlamaCpp('The model produced output that does not match the expected … format'),
    says: llamaFormats,
  },
  { ...inLlamaCpp('unparsed … output: …'), says: ['unparsed peg-native output'], quotes: 'output', isCommon: true },
  { ...inLlamaCpp('Failed to parse input at pos …'), quotes: 'output' },
  { ...inLlamaCpp('Failed to parse tool call: Expected "<|message|>", but got …'), server: 'LM Studio' },
  { kind: 'history', server: inLlamaCpp('').server, text: 'Failed to parse tool call arguments as JSON' },
  { ...inLlamaCpp('Failed to parse tool call: …'), kind: 'arguments', server: 'LM Studio' },
  inTemplates('history-tokens', 'You have passed a message containing <|channel|> tags in the content field'),
  inTemplates('roles-alternate', 'After the optional system message, conversation roles must alternate'),
  inTemplates('roles-alternate', 'roles must alternate between "user" and "assistant"'),
  inTemplates('tools-without-user', "Cannot put tools in the first user message when there's no first user message"),
  inTemplates('roles-alternate', 'Conversation roles must alternate user/assistant/user/assistant/…'),
  inTemplates('role-refused', 'System role not supported'),
  inTemplates('role-refused', 'Only user … roles are supported'),
  inTemplates('arguments-text', 'Can only get item pairs from a mapping'),
  inTemplates('question-missing', 'No user query found in messages'),
  inRequests(
    'tool-choice-off',
    'vLLM',
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  ),
  inRequests('replies-missing', openAI, "must be followed by tool messages responding to each 'tool_call_id'"),
  inRequests('replies-missing', openAI, 'tool_call_ids did not have response messages: …'),
  inRequests('replies-missing', responsesApi, 'No tool output found for function call …'),
  inRequests(
    'replies-missing',
    anthropic,
    '`tool_use` ids were found without `tool_result` blocks immediately after: …',
  ),
  inRequests(
    'call-missing',
    openAI,
    "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
  ),
  inRequests('call-missing', responsesApi, 'No tool call found for function call output with call_id …'),
  inRequests('call-missing', anthropic, 'unexpected `tool_use_id` found in …'),
  inRequests('tools-unsupported', 'Ollama', 'registry.ollama.ai/… does not support tools'),
  inRequests('context-length', 'OpenAI, vLLM, SGLang, DeepSeek and others', "This model's maximum context length is …"),
  inRequests('context-length', 'OpenAI and others', 'context_length_exceeded'),
  inRequests('context-length', anthropic, 'prompt is too long: …'),
  inRequests('context-length', 'llama.cpp', 'exceeds the available context size'),
  inRequests('context-length', inference, '`inputs` tokens + `max_new_tokens` must be …'),
  inRequests('context-length', inference, '`inputs` must have less than …'),
  inRequests('answer-length', anthropic, 'which is the maximum allowed number of output tokens'),
  inRequests('context-length', 'OpenAI', 'Your input exceeds the context window of this model'),
  inRequests('schema-invalid', openAI, "Invalid schema for function '…"),
  inRequests('vocabulary-missing', vllm, 'error downloading or loading vocab file'),
  inRequests('vocabulary-missing', vllm, 'failed to download or load vocab file'),
  { ...inPython('tag-open', 'ValueError: substring not found'), parser: 'qwen3', isCommon: true },
  inPython('call-json', 'Error in extracting tool call from response'),
  inPython('call-json', 'Error trying to handle streaming tool call'),
  {
    ...inPython('call-json', 'json.decoder.JSONDecodeError: …'),
    isCommon: true,
    says: pythonErrors,
  },
  { ...inPython('call-json', 'Error decoding JSON tool call from response'), parser: 'vllm' },
  { ...inPython('call-json', 'Failed to parse JSON part: …'), isCommon: true },
  ...[
    ['sglang-output-text', 'sglang-deepseekv3', 'Error in detect_and_parse: …'],
    ['sglang-call-undefined', 'sglang-qwen25', 'Model attempted to call undefined function: …'],
    ['sglang-python-lost', 'sglang-pythonic', 'Error in pythonic tool call parsing.'],
  ].map(([kind = '', parser = '', text = '']) => ({ kind, server: 'SGLang', parser, text })),
  ofModel('model-call-dropped', 'phi4_mini_json', 'Failed to parse function calls from model output. Error: …'),
  ofModel('model-line-missing', 'glm45', 'Failed to extract tool call spec'),
  ofModel('model-line-missing', 'glm45', 'Failed to parse tool call details from: …'),
  ofModel('model-call-misshapen', 'llama3_json', "Couldn't extract tool call from JSON response. Required key '…"),
  ofModel('model-token-twice', 'mistral', 'Only one BOT token should have been outputted, but got …'),
  ofModel('model-python', 'pythonic', 'Tool output must be a list of function calls'),
  ofModel('model-not-literal', 'pythonic', 'Tool call arguments must be literals'),
  ofModel('model-name-dotted', 'pythonic', 'Invalid tool call name'),
  ofModel('model-python', 'pythonic', 'Regex timeout occurred when matching tool call pattern'),
  ofTokenizer('Mistral Tool Parser could not locate the tool call token in the tokenizer'),
  ofTokenizer('Tool parser could not locate tool call start/end tokens in the tokenizer'),
];

/** The longest stretch of each error's text that contains no varying part. */
const fixed = knownErrors.map(({ text }) =>
  text
    .split('…')
    .map((part) => part.trimEnd())
    .filter((part) => part !== ''),
);

/** Tests quickly whether a line may contain one of the known errors, for logs of megabytes. */
const quick = new RegExp(
  [
    ...new Set(
      fixed.map(([first = '']) =>
        first
          .trimEnd()
          .toLowerCase()
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      ),
    ),
  ].join('|'),
  'i',
);

export interface FoundError {
  readonly known: KnownError;
  /** The error as the text quotes it, up to the end of its line. */
  readonly said: string;
  /** The start and the end of the error in the text. The end is after the quotation, unless the error quotes an output. */
  readonly at: number;
  readonly end: number;
}

/**
 * Replaces server errors and the words that they quote with spaces. The offsets of the remaining text stay the same, so an output can still
 * be found in it.
 */
export function withoutErrors(text: string): string {
  let rest = text;
  for (let times = 0; times < MAX_ERRORS; times++) {
    const error = errorIn(rest);
    if (error === undefined) break;
    const { at, end } = error;
    rest = rest.slice(0, at) + ' '.repeat(end - at) + rest.slice(end);
  }
  return rest;
}
/** The maximum number of errors to search for in one line. */
const MAX_ERRORS = 10;

/** The maximum length of a quoted error (UTF-16 units). */
const MAX_QUOTE_LENGTH = 500;

/** Returns the error in a log line or in a server's answer. */
export function errorIn(line: string): FoundError | undefined {
  if (!quick.test(line)) return undefined;
  const lower = line.toLowerCase();
  for (const [i, parts] of fixed.entries()) {
    let [start, end] = [-1, 0];
    for (const part of parts) {
      const at = lower.indexOf(part.toLowerCase(), end);
      if (at < 0) {
        start = -1;
        break;
      }
      if (end === 0) start = at;
      end = at + part.length;
    }
    const knownError = knownErrors[i] as KnownError;
    // A model may have written the same words in its output.
    const isSaid = knownError.parser === undefined && token.test(line.slice(0, Math.max(0, start)));
    if (start >= 0 && !isSaid) {
      const rest = line.slice(end, start + MAX_QUOTE_LENGTH);
      const quote = lastQuote.exec(line.slice(Math.max(0, start - nearQuote), start))?.[0];
      const more = knownError.text.endsWith('…') ? tailOf(rest, quote) : '';
      const quoted = knownError.quotes === undefined ? more.length : knownError.quotes === 'word' ? wordIn(rest) : 0;
      return { known: knownError, said: (line.slice(start, end) + more).trimEnd(), at: start, end: end + quoted };
    }
  }
  return undefined;
}

/** A token or tag that occurs only in an output, and never before an error in a log. */
const token = /<\|[\w/]{1,40}\|>|<tool_call>/;

const wordIn = (text: string) => /^\s*\S*/.exec(text)?.[0].length ?? 0;

/** The last quotation mark before an error. The search takes linear time, since no further quotation mark may follow. */
const lastQuote = /["'](?=[^"']*$)/;
/** The length of the text before an error that is searched for the beginning of a quotation (UTF-16 units). */
const nearQuote = 200;
/**
 * Matches the text after an error's fixed words that belongs to the error: up to the end of the line, or of the quotation around
 * the error.
 */
const tailUpTo = (close: string) =>
  new RegExp(`^\\s*(?:Some\\(\\\\?"[^\\n]*?"\\)|\\[[^\\]\\n]*\\]|'[^]*?', err=[^\\n"]*|[^\\n]*?(?=${close}))`);
const openTail = tailUpTo(String.raw`\s*$|\n`);
const closing = (quotes: string) => tailUpTo(String.raw`(?<!\\)${quotes}[,)}\]]|["']?\s*$|\n`);
const quotedTail = closing(`["']`);
const tailsByQuote = new Map(['"', "'"].map((quote) => [quote, closing(quote)]));

/**
 * Returns the text after an error's fixed words that belongs to the error. If the error is quoted, the same kind of quotation mark
 * closes the quotation; the other kind may occur inside.
 */
function tailOf(rest: string, quote: string | undefined): string {
  if (quote === undefined) return openTail.exec(rest)?.[0] ?? rest;
  const tail = tailsByQuote.get(quote)?.exec(rest)?.[0];
  return tail !== undefined && rest[tail.length] === quote ? tail : (quotedTail.exec(rest)?.[0] ?? rest);
}

/** The known errors that a text may refer to. The text may be a log line, a part of a log line, or a part of an error. */
export function errorsFor(text: string): FoundError[] {
  const errors = text.split('\n').flatMap((line) => errorIn(line) ?? []);
  if (errors.length > 0) return [errors.at(-1) as FoundError];
  const searchText = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (searchText.length < 6) return [];
  // The numbers in an error differ between outputs, so they are ignored.
  const general = searchText.replace(/\d+/g, '…');
  const has = (part: string) =>
    knownErrors.filter(({ text: errorText, raisedAs = '' }) => (raisedAs + errorText).toLowerCase().includes(part));
  const saying = ({ says = [] }: KnownError) =>
    says
      .map((one) => one.toLowerCase().replace(/\d+/g, '…'))
      .some((one) => one.includes(general) || general.includes(one));
  const [exact, alike, example] = [has(searchText), general === '…' ? [] : has(general), knownErrors.filter(saying)];
  const matches = exact.length > 0 ? exact : alike.length > 0 ? alike : example;
  const kinds = new Set<string>();
  return matches
    .filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
    .map((knownError) => ({ known: knownError, said: text.trim(), at: 0, end: text.length }));
}

/**
 * llama.cpp's grammar for gpt-oss: any number of analysis messages and preambles, then a call or the answer. It reads headers
 * literally; if there is anything else in place of a header, the whole output is rejected.
 */
import { jsonFault } from '../json/strict-json-fault.ts';
import { type Parsed, type ParsedStretch, type Parser, tokenAt } from './parser.ts';

const START = '<|start|>assistant';
const END = '<|end|>';
const stray = '(?:<\\|channel\\|>commentary(?: to=assistant)?)?';
const pattern = (source: string) => new RegExp(source, 'y');

const analysis = pattern(`${stray}<\\|channel\\|>analysis<\\|message\\|>`);
const preamble = pattern('<\\|channel\\|>commentary<\\|message\\|>');
const final = pattern(`${stray}<\\|channel\\|>final<\\|message\\|>`);
const type = '(?:\\s*(?:<\\|constrain\\|>)?[A-Za-z0-9_-]+)?<\\|message\\|>';
const channel = '<\\|channel\\|>(?:commentary|analysis)';
const call = pattern(`(?: to=functions\\.([^\\s<]+)${channel}|${channel} to=functions\\.([^\\s<]+))${type}`);
const other = pattern(`(?:${channel})? to=(?!functions\\.)`);

/** The stop token at the end of an output, which llama.cpp does not read. */
const stops = /<\|(?:call|return)\|>\s*$/;

/** The text of the error, which does not include the position. The log has the text from that position on, after `unparsed … output:`. */
const message = 'The model produced output that does not match the expected peg-native format';

export const llamaCpp: Parser = {
  name: 'llama.cpp',
  title: 'llama.cpp (llama-server) with gpt-oss, since March 2026',
  format: 'harmony',
  read(text): Parsed {
    const source = text.replace(stops, '');
    const made: ParsedStretch[] = [];
    let at = 0;
    const match = (one: RegExp) => {
      one.lastIndex = at;
      return one.exec(source);
    };
    const rejected = (position: number, kind = 'header-unexpected', json?: { start: number; end: number }): Parsed => ({
      accepted: false,
      stop: { ...tokenAt(text, position), text: message, kind, from: at, ...(json && { json }) },
      made,
      notes: [],
    });
    for (;;) {
      const begin = at;
      if (source.startsWith(START, at)) at += START.length;
      else if (at > 0) return rejected(at);
      const plain = match(analysis) ?? match(preamble);
      if (plain !== null) {
        const bodyStart = at + plain[0].length;
        const end = source.indexOf(END, bodyStart);
        const as = plain[0].includes('analysis') ? 'reasoning' : 'answer';
        const to = end < 0 ? source.length : end;
        made.push({
          as,
          who: as,
          text: source.slice(bodyStart, to),
          start: begin,
          end: end < 0 ? to : to + END.length,
        });
        if (end < 0)
          return {
            accepted: true,
            made,
            notes: ['The output is cut off in its last message; llama.cpp returns the part that it has parsed.'],
          };
        at = to + END.length;
        if (at === source.length) return { accepted: true, made, notes: [] };
        continue;
      }
      const answer = match(final);
      if (answer !== null) {
        const bodyStart = at + answer[0].length;
        made.push({ as: 'answer', who: 'answer', text: source.slice(bodyStart), start: begin, end: source.length });
        return { accepted: true, made, notes: source.includes(END, bodyStart) ? [everything] : [] };
      }
      const called = match(call);
      if (called !== null) {
        const bodyStart = at + called[0].length;
        const fault = jsonFault(source.slice(bodyStart));
        if (fault !== undefined && fault.expecting !== 'end' && bodyStart + fault.at < source.length)
          return rejected(bodyStart + fault.at, 'arguments', { start: bodyStart, end: source.length });
        const who = called[1] ?? (called[2] as string);
        made.push({ as: 'call', who, text: source.slice(bodyStart), start: begin, end: source.length });
        const isOpen = fault !== undefined && fault.expecting !== 'end';
        return {
          accepted: true,
          made,
          notes: isOpen ? [incomplete] : [],
          remarks: [declared],
          mayFail: isOpen ? 'arguments-open' : 'tool-unknown',
        };
      }
      if (match(other) !== null) {
        made.push({
          as: 'lost',
          who: 'a call to a tool outside functions.*',
          text: source.slice(at),
          start: begin,
          end: source.length,
        });
        return { accepted: true, made, notes: [dropped], mayFail: 'tool-elsewhere' };
      }
      // An incomplete header at the end of the output may be the beginning of an accepted header.
      if (!source.includes('<|message|>', at) && source.length - at < 40 && couldBegin(source.slice(at)))
        return { accepted: true, made, notes: ['The output is cut off in a header, which llama.cpp drops.'] };
      return rejected(misfit(source, at));
    }
  },
};

const everything =
  'llama.cpp takes everything after the first `final` header as the answer, including tokens and later messages.';
const declared =
  'The tools in the request are unknown here: llama.cpp rejects the whole output if it calls a tool that the request does not declare.';
const incomplete =
  'The arguments are cut off. llama.cpp returns the incomplete arguments, which a client cannot parse; LM Studio reports "Failed to parse tool call: Unexpected end of content".';
const dropped =
  'The output calls a tool outside functions.*: llama.cpp drops the call if the request has no tools; otherwise, it rejects the whole output.';

/** The headers that llama.cpp accepts, up to the names of their tools. */
const headers = [
  ...['<|channel|>analysis<|message|>', '<|channel|>commentary<|message|>', '<|channel|>final<|message|>'],
  ...['<|channel|>commentary to=functions.', '<|channel|>analysis to=functions.', ' to=functions.'],
];
const couldBegin = (text: string) => headers.some((header) => header.startsWith(text));

/** The offset at which a header first deviates from the accepted header with the longest matching beginning. */
function misfit(text: string, at: number): number {
  let longest = 0;
  for (const header of headers) {
    let length = 0;
    while (length < header.length && text[at + length] === header[length]) length++;
    longest = Math.max(longest, length);
  }
  const position = at + longest;
  // If the deviation is inside a word, the whole word is at fault.
  const word = /[^\s<>|]*$/.exec(text.slice(Math.max(at, position - 60), position))?.[0].length ?? 0;
  return position - word;
}

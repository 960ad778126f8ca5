/**
 * Ollama's parser for Harmony. It searches for `<|start|>`, `<|message|>` and `<|end|>`, and accepts any text between them. It
 * joins the bodies of all calls, and reads them as one JSON object at the end.
 */
import { goSays } from '../json/wording.ts';
import { type Parsed, type ParsedStretch, type Parser, tokenAt } from './parser.ts';

const [START, MESSAGE, END] = ['<|start|>', '<|message|>', '<|end|>'];

/** A message as Ollama splits it off. */
interface Cut {
  readonly header: string;
  readonly body: string;
  readonly from: number;
  readonly bodyStart: number;
  readonly to: number;
}

/** The stop token at the end of an output, which Ollama does not read. */
const stops = /<\|(?:call|return)\|>\s*$/;

function* cuts(text: string, notes: string[]): Generator<Cut> {
  const length = text.replace(stops, '').length;
  for (let at = 0; at < length; ) {
    // Ollama adds `<|start|>assistant` at the beginning of the output.
    const start = at === 0 && !/^\s*<\|start\|>/.test(text) ? 0 : text.indexOf(START, at);
    if (start < 0) {
      if (/\S/.test(text.slice(at, length)))
        notes.push('Ollama drops the text after the last message, because `<|start|>` is missing before it.');
      return;
    }
    if (/\S/.test(text.slice(at, start))) notes.push('Ollama drops the text before a `<|start|>`.');
    const begin = text.startsWith(START, start) ? start + START.length : start;
    const message = text.indexOf(MESSAGE, begin);
    if (message < 0) {
      notes.push('The last header has no `<|message|>`: Ollama waits for that token, and silently drops the rest.');
      return;
    }
    const bodyStart = message + MESSAGE.length;
    const end = text.indexOf(END, bodyStart);
    const bodyEnd = end < 0 ? length : end;
    const header = (begin === start && start === 0 ? 'assistant' : '') + text.slice(begin, message);
    at = end < 0 ? length : end + END.length;
    yield { header, body: text.slice(bodyStart, bodyEnd), from: start, bodyStart, to: at };
  }
}

/** The channel and the recipient that Ollama finds in a header. */
function readHeader(header: string): { channel: string; recipient: string } {
  let raw = header.replace('<|constrain|>', ' <|constrain|>');
  let channel = '';
  const at = raw.indexOf('<|channel|>');
  if (at >= 0) {
    const after = raw.slice(at + '<|channel|>'.length);
    channel = /^\S*/.exec(after)?.[0] ?? '';
    raw = raw.slice(0, at) + after.slice(channel.length);
  }
  const words = raw.trim().split(/\s+/);
  const to = words.slice(0, 2).find((word) => word.startsWith('to='));
  return { channel, recipient: to?.slice('to='.length) ?? '' };
}

export const ollama: Parser = {
  name: 'ollama',
  title: 'Ollama with gpt-oss',
  format: 'harmony',
  read(text): Parsed {
    const notes: string[] = [];
    const stretches: ParsedStretch[] = [];
    const calls: Cut[] = [];
    let tool: string | undefined;
    for (const cut of cuts(text, notes)) {
      const { channel, recipient } = readHeader(cut.header);
      const isCall = recipient !== '' && (channel === 'analysis' || channel === 'commentary');
      if (isCall) {
        tool = recipient.replace(/^functions\./, '');
        calls.push(cut);
      }
      if (!isCall && !['analysis', 'commentary', 'final'].includes(channel)) {
        notes.push(
          `${channel ? `Ollama does not recognize the channel ${channel} in a header` : 'A header has no channel'}, so the text after the header is shown as the answer${recipient && `, and ${recipient} is not called`}.`,
        );
      }
      const as = isCall ? 'call' : channel === 'analysis' ? 'reasoning' : 'answer';
      stretches.push({ as, who: isCall ? (tool as string) : as, text: cut.body, start: cut.from, end: cut.to });
    }
    const raw = calls.map(({ body }) => body).join('');
    const fault = tool === undefined ? undefined : faultOf(raw);
    if (fault === undefined) return { accepted: true, made: stretches, notes };
    if (calls.length > 1) {
      notes.push(
        `The output contains ${calls.length} calls. Ollama joins their arguments, and parses them as one value.`,
      );
    }
    const at = placeIn(calls, fault.at);
    const last = calls.find(({ bodyStart, body }) => at <= bodyStart + body.length) ?? (calls.at(-1) as Cut);
    const stop = {
      ...tokenAt(text.slice(0, last.bodyStart + last.body.length), at),
      text: `error parsing tool call: raw='${raw}', err=${fault.text}`,
      kind: calls.length > 1 ? 'arguments-joined' : 'arguments',
      from: last.from,
      json: { start: last.bodyStart, end: last.bodyStart + last.body.length },
    };
    return { accepted: false, stop, made: stretches.filter(({ as, end }) => as !== 'call' || end <= last.from), notes };
  },
};

function faultOf(raw: string): { text: string; at: number } | undefined {
  const goError = goSays(raw);
  if (goError !== undefined) return goError;
  const kind = /^\s*(?:(\[)|(")|([\d-])|([tf]))/.exec(raw);
  if (kind === null) return undefined;
  const what = kind[1] ? 'array' : kind[2] ? 'string' : kind[3] ? 'number' : 'bool';
  return { text: `json: cannot unmarshal ${what} into Go value of type api.ToolCallFunctionArguments`, at: 0 };
}

/** Maps an offset in the joined bodies to an offset in the text. */
function placeIn(calls: readonly Cut[], offset: number): number {
  let offsetInBody = offset;
  for (const { bodyStart, body } of calls) {
    if (offsetInBody < body.length || calls.at(-1)?.bodyStart === bodyStart) return bodyStart + offsetInBody;
    offsetInBody -= body.length;
  }
  return offsetInBody;
}

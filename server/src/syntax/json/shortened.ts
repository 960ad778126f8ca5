/**
 * Reduces JSON to the surroundings of an offset. Complete arrays and objects that do not contain the offset are emptied, since they do not
 * affect the meaning of the text there. Broken JSON stays as written.
 */
import type { Span } from '../span.ts';

/** The length below which texts are not reduced (UTF-16 units). */
const short = 2000;

interface Frame {
  readonly start: number;
  readonly close: string;
  /** The next token that JSON allows. `first`: the first key or value, or the closing bracket. `end`: a comma or the closing bracket. */
  expects: 'first' | 'key' | 'colon' | 'value' | 'end';
}

const string = /"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"/y;
const scalar = /(?:-?\d[\d.eE+-]*|true|false|null)(?![^\s,\]}])/y;
const space = /[ \t\r\n]+/y;
/** Matches brackets and quotes in prose before JSON, and characters that may be meant as quotes. */
const sign = /["[\]{}'`\u0080-\uffff]/g;
const other = /['`\u0080-\uffff]/;

interface Shortened {
  readonly text: string;
  /** The given offset, in the shortened text. */
  readonly at: number;
  /** Whether the text has no faults. A text that only breaks off counts as sound. */
  readonly sound: boolean;
}

/**
 * Replaces complete, valid arrays and objects that do not contain the offset `at` with `[]` and `{}` (UTF-16 offsets). `begun`: the text is
 * the rest of a longer text and begins after a value. Other texts may begin with prose.
 */
export function shortened(text: string, { at = -1, begun = false } = {}): Shortened {
  if (text.length < short) return { text, at, sound: true };
  const { cuts, read } = insides(text, at, begun);
  const pieces: string[] = [];
  let from = 0;
  let before = 0;
  for (const { start, end } of cuts) {
    pieces.push(text.slice(from, start));
    if (end <= at) before += end - start;
    from = end;
  }
  const sound = read === text.length || (text[read] === '"' && !/[\r\n]/.test(text.slice(read)));
  return { text: pieces.join('') + text.slice(from), at: at - before, sound };
}

/**
 * Returns the text between the brackets of the largest complete arrays and objects that do not contain `at`, in order, up to the first
 * fault.
 */
function insides(text: string, at: number, begun: boolean): { cuts: readonly Span[]; read: number } {
  const cuts: Span[] = [];
  const open: Frame[] = [];
  /** Stands for the array or object around the text, if the text is the rest of a longer one. */
  const around: Frame = { start: 0, close: '', expects: 'end' };
  let from = 0;
  const reads = (token: RegExp) => {
    token.lastIndex = from;
    const isMatch = token.test(text);
    if (isMatch) from = token.lastIndex;
    return isMatch;
  };
  let prose = !begun;
  for (let first = text[from]; first !== undefined; first = text[from]) {
    const top = open.at(-1) ?? (begun ? around : undefined);
    if (first === '[' || first === '{') {
      prose = false;
      if (top && !takes(top, 'value')) return { cuts, read: from };
      open.push({ start: from++, close: first === '[' ? ']' : '}', expects: 'first' });
    } else if (first === ']' || first === '}') {
      from++;
      if (top === undefined) return { cuts, read: from };
      if (top === around) continue;
      open.pop();
      if (top.close !== first || !(top.expects === 'first' || top.expects === 'end')) return { cuts, read: from };
      if (top.start <= at && at < from) continue;
      while ((cuts.at(-1)?.start ?? -1) > top.start) cuts.pop();
      cuts.push({ start: top.start + 1, end: from - 1 });
    } else if (first === '"') {
      prose = false;
      if (!reads(string) || (top && !takes(top, 'string'))) return { cuts, read: from };
    } else if (first === ',' || first === ':') {
      from++;
      if (top && !takes(top, first)) return { cuts, read: from };
    } else if (reads(space)) {
    } else if (top && reads(scalar)) {
      if (!takes(top, 'value')) return { cuts, read: from };
    } else {
      if (!prose || other.test(first)) return { cuts, read: from };
      sign.lastIndex = from;
      from = sign.exec(text)?.index ?? text.length;
    }
  }
  return { cuts, read: from };
}

/** Whether an array or object allows a token next. If so, `frame` is updated. `value`: any value except a string. */
function takes(frame: Frame, what: 'string' | 'value' | ',' | ':'): boolean {
  const { expects, close } = frame;
  if (close === '') {
    const isSign = what === ',' || what === ':';
    if (isSign !== (expects === 'end')) return false;
    frame.expects = isSign ? 'value' : 'end';
    return true;
  }
  const holds = close === ']' ? 'value' : 'key';
  const wants = expects === 'first' ? holds : expects;
  if (what === ',' && expects === 'end') frame.expects = holds;
  else if (what === ':' && expects === 'colon') frame.expects = 'value';
  else if (what === 'string' && wants === 'key') frame.expects = 'colon';
  else if ((what === 'string' || what === 'value') && wants === 'value') frame.expects = 'end';
  else return false;
  return true;
}

/** Where a cursor is in a flow mapping of the document header: `lint: {stray-text: off}`, on one line or several. */

export interface FlowCursor {
  /** The keys from the outermost one on; those of the value at the cursor, or of the mapping that a key belongs to. */
  readonly path: readonly string[];
  /** How far the line is indented that the mapping begins in. */
  readonly indent: number;
  readonly kind: 'key' | 'value' | 'item';
  /** The part that is already typed. */
  readonly word: string;
  /** The keys that are next to a key, before the cursor and after it. */
  readonly present: ReadonlySet<string>;
}

interface Frame {
  readonly list: boolean;
  readonly present: Set<string>;
  /** The key whose value comes. */
  key: string | undefined;
}

const opening = /^([ \t]*)([\w.-]+)[ \t]*:[ \t]+(?=[{])/gm;
/** Strings, comments, brackets, commas, colons, and words. */
const pieces = /"[^"\n]*"?|'[^'\n]*'?|(?<=^|\s)#[^\n]*|[{}[\],]|:(?=[\s,{}[\]]|$)|(?:[^\s{}[\],:"']|:(?=\S))+/g;
const unquoted = (piece: string) => piece.replace(/^(["'])(.*)\1$/, '$2');

/** The flow mapping that holds the offset `at` of a header, if one does and something can be written there. */
export function flowAt(header: string, at: number): FlowCursor | undefined {
  const before = header.slice(0, at);
  const opened = [...before.matchAll(opening)].at(-1);
  if (opened === undefined) return undefined;
  const [whole, indent = '', name = ''] = opened;
  const start = opened.index + whole.length;
  const stack: Frame[] = [];
  let [word, previous] = ['', ''];
  for (const { 0: piece, index } of before.slice(start).matchAll(pieces)) {
    const top = stack[stack.length - 1];
    if (start + index + piece.length === at && /^[\w.-]+$/.test(piece)) {
      word = piece;
      break;
    }
    if (piece === '{' || piece === '[') stack.push({ list: piece === '[', present: new Set(), key: undefined });
    else if (piece === '}' || piece === ']') stack.pop();
    else if (piece === ',' && top) top.key = undefined;
    else if (piece !== ':' && top?.list === false && top.key === undefined) {
      top.key = unquoted(piece);
      top.present.add(top.key);
    }
    if (stack.length === 0) return undefined;
    previous = piece;
  }
  const top = stack[stack.length - 1] as Frame;
  const kind = top.list ? 'item' : top.key === undefined ? 'key' : 'value';
  if (!begins[kind].includes(previous)) return undefined;
  if (kind === 'key') keysBehind(header.slice(at), top.present);
  const keys = stack.flatMap(({ key }) => key ?? []);
  return { path: [name, ...keys], indent: indent.length, kind, word, present: top.present };
}

/** The text before something that is written. */
const begins = { key: ['{', ','], value: [':'], item: ['[', ','] };

/** Adds the keys up to the end of the mapping. */
function keysBehind(text: string, present: Set<string>): void {
  let depth = 0;
  let last = '';
  for (const [piece] of text.matchAll(pieces)) {
    if (piece === '{' || piece === '[') depth++;
    else if (piece === '}' || piece === ']') depth--;
    else if (piece === ':' && depth === 0 && last !== '') present.add(unquoted(last));
    if (depth < 0) return;
    last = piece;
  }
}

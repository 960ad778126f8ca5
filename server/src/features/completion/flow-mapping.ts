/**
 * Finds the position of a cursor in a flow mapping of the document header, such as `lint: {stray-text: off}`, which may span several lines.
 */

export interface FlowCursor {
  /**
   * The keys that lead to the cursor, outermost first: down to the key whose value is at the cursor, or to the mapping in which a key is
   * typed.
   */
  readonly path: readonly string[];
  /** The indentation of the line on which the mapping begins. */
  readonly indent: number;
  readonly kind: 'key' | 'value' | 'item';
  /** The part of the word that is already typed. */
  readonly word: string;
  /** The keys of the same mapping, before and after the cursor. */
  readonly present: ReadonlySet<string>;
}

interface Frame {
  readonly list: boolean;
  readonly present: Set<string>;
  /** The key that does not have its value yet. */
  key: string | undefined;
}

const opening = /^([ \t]*)([\w.-]+)[ \t]*:[ \t]+(?=[{])/gm;
/** Matches strings, comments, brackets, commas, colons and words. */
const pieces = /"[^"\n]*"?|'[^'\n]*'?|(?<=^|\s)#[^\n]*|[{}[\],]|:(?=[\s,{}[\]]|$)|(?:[^\s{}[\],:"']|:(?=\S))+/g;
const unquoted = (piece: string) => piece.replace(/^(["'])(.*)\1$/, '$2');

/** The flow mapping around offset `at` of a header, if there is one and completion is possible there. */
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

/** The punctuation marks after which each kind of word may begin. */
const begins = { key: ['{', ','], value: [':'], item: ['[', ','] };

/** Adds the keys between the cursor and the end of the mapping to `present`. */
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

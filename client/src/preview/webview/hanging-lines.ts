/**
 * Gives the lines of wrapped code a hanging indent: continuation lines are indented further than the first line, its indentation and its
 * line number. In JSON, a key and its value stay together where there is room. The text of the code does not change.
 */
import { element } from './elements.ts';

/** Shorter lines fit in every panel. */
const MIN_LINE_LENGTH = 24;
/** Longer code is left alone: each long line is an element, and the layout of a page with many of them would take seconds. */
const MAX_CODE_LENGTH = 20_000;
const TAB_WIDTH = 8;
/** The styles have a class for each even number of columns up to this one. */
const MAX_HANG = 20;

/** Matches the text of a line before its code: the indentation, and the number that a tool has put before the line. */
const beginning = /^[ \t]*(?:\d{1,7}(?:[.)|:→](?=\s)|→|(?=\s))[ \t]*)?/;

export function hangLines(within: ParentNode): void {
  for (const code of within.querySelectorAll<HTMLElement>('pre > code')) {
    if ((code.textContent ?? '').length > MAX_CODE_LENGTH) continue;
    if (code.matches('.language-json')) joinKeys(code);
    hangIn(code);
  }
}

function hangIn(code: HTMLElement): void {
  const fragment = document.createDocumentFragment();
  let line: Node[] = [];
  let text = '';
  const end = () => {
    const last = fragment.lastChild;
    const [first] = line;
    // Short lines share a node.
    if (text.length < MIN_LINE_LENGTH && last instanceof Text && line.length === 1 && first instanceof Text)
      last.appendData(text);
    else if (text.length < MIN_LINE_LENGTH) appendAll(fragment, line);
    else fragment.append(hangingLine(line, beginning.exec(text)?.[0] ?? ''));
    line = [];
    text = '';
  };
  for (const node of [...code.childNodes]) {
    if (node instanceof HTMLElement && node.matches('.code-text')) {
      end();
      hangIn(node);
      fragment.append(node);
      continue;
    }
    const parts = (node.textContent ?? '').split(/(?<=\n)/);
    for (const part of parts) {
      line.push(parts.length === 1 ? node : copyOf(node, part));
      text += part;
      if (part.endsWith('\n')) end();
    }
  }
  end();
  code.replaceChildren(fragment);
}

/** Appends nodes one by one, because a call cannot have as many arguments as a line may have nodes. */
function appendAll(parent: ParentNode, nodes: readonly Node[]): void {
  for (const node of nodes) parent.append(node);
}

/** Returns a copy of a node with a part of its text. */
function copyOf(node: Node, part: string): Node {
  const copy = node.cloneNode(false);
  copy.textContent = part;
  return copy;
}

/** Returns the element of a line. If the line wraps, its continuation is indented by two columns more than its beginning. */
function hangingLine(nodes: readonly Node[], start: string): HTMLElement {
  let columns = 0;
  for (const char of start) columns += char === '\t' ? TAB_WIDTH - (columns % TAB_WIDTH) : 1;
  const lineElement = element('span', `hang hang-${Math.min(MAX_HANG, 2 * Math.ceil(columns / 2) + 2)}`);
  appendAll(lineElement, nodes);
  const [first] = nodes;
  // Tab stops count from the edge of the block, and the hanging indent moves that edge. Put the beginning in its own element, so that its
  // tabs keep their columns.
  if (start.includes('\t') && first instanceof Text && first.length > start.length) {
    first.splitText(start.length);
    first.replaceWith(element('span', 'beginning', start));
  }
  return lineElement;
}

/**
 * Puts each key of highlighted JSON in an element with its value and the punctuation after it. This element stays on one line where there
 * is room.
 */
function joinKeys(code: HTMLElement): void {
  for (const key of code.querySelectorAll('.code-variable')) {
    const joined = element('span', 'joined');
    key.before(joined);
    joined.append(key);
    for (let next = joined.nextSibling; next; next = joined.nextSibling) {
      if (next instanceof HTMLElement && next.matches('.code-variable, .code-text')) break;
      if (!(next instanceof Text)) {
        joined.append(next);
        continue;
      }
      const at = next.data.search(/[,\n]/);
      if (at >= 0) next.splitText(next.data[at] === ',' ? at + 1 : at);
      joined.append(next);
      if (at >= 0) break;
    }
  }
}

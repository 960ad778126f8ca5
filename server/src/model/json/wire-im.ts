/**
 * Parses ChatML on the wire in the format that was published later: `<|im_start|>`, a string with the role, a line break
 * and the text, and `<|im_end|>`. Messages are separated by a line break.
 */
import { type JsonNode, type JsonString, memberOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import type { Wire, WireFault, WireMessage } from './wire.ts';

const [START, END] = ['<|im_start|>', '<|im_end|>'];
const order = 'a start token, a role with a line break and the text, and an end token';

/** The maximum number of elements that are examined. */
const few = 12;

/**
 * Whether a list is in this format. Either one of its first messages has the format, or the list is only a start token, with or without a
 * role.
 */
export function isImWire(root: JsonNode | undefined): boolean {
  if (root?.kind !== 'array') return false;
  if (root.items.length < 3 && tokenOf(root.items[0]) === START) return true;
  return root.items.slice(0, few).some((item, i) => {
    const next = root.items[i + 1];
    const after = tokenOf(root.items[i + 2]);
    return tokenOf(item) === START && next?.kind === 'string' && next.value.includes('\n') && (after ?? END) === END;
  });
}

function tokenOf(node: JsonNode | undefined): string | undefined {
  const token = memberOf(node, 'token')?.value;
  return token?.kind === 'string' && node?.kind === 'object' && node.members.length === 1 ? token.value : undefined;
}

/** The token that an object with a single field stands for, even if its value or its key is misspelled. */
function meantBy(node: JsonNode): string | undefined {
  const [only] = node.kind === 'object' && node.members.length === 1 ? node.members : [];
  const word = only?.value?.kind === 'string' ? only.value.value.slice(0, 64).toLowerCase() : undefined;
  return word === undefined ? undefined : closest(word, [START, END]);
}

export function readImWire(root: JsonNode | undefined): Wire {
  const messages: WireMessage[] = [];
  const faults: WireFault[] = [];
  const items = root?.kind === 'array' ? root.items : [];
  const fault = (kind: WireFault['kind'], { start, end }: JsonNode, text: string) =>
    faults.push({ kind, start, end, text, order });
  let opener: JsonNode | undefined;
  let texts: JsonString[] = [];

  const finish = (last: JsonNode, open: boolean) => {
    if (opener === undefined) return;
    const header = headerOf(texts);
    const start = opener.start;
    // An open message without text is allowed, since the model may continue after the start token or the role.
    if (header === undefined && !(open && texts.length < 2)) fault('sequence', texts[0] ?? opener, roleWanted);
    const headerLength = header?.length ?? texts.reduce((sum, { value }) => sum + value.length, 0);
    messages.push({
      start,
      end: last.end,
      opener,
      role: header?.role,
      texts,
      headerLength,
      open,
      hasMessage: true,
      sound: true,
    });
    opener = undefined;
    texts = [];
  };

  let before: JsonNode | undefined;
  /** Whether a misplaced element was reported, so that the elements after it are not reported as separate mistakes. */
  let lost = false;
  const misplaced = (item: JsonNode) => {
    if (!lost) fault('sequence', item, startWanted);
    lost = true;
  };
  for (const item of items) {
    const token = tokenOf(item);
    const intendedToken = item.kind === 'string' || token === START || token === END ? token : meantBy(item);
    if (item.kind !== 'string' && token === undefined) {
      fault('shape', item, memberOf(item, 'token') ? 'members' : 'element');
    } else if (token !== intendedToken || (item.kind !== 'string' && intendedToken === undefined)) {
      faults.push({
        kind: 'token-unknown',
        start: item.start,
        end: item.end,
        text: token ?? '',
        suggestion: intendedToken,
        order,
      });
    }
    if (intendedToken === START) {
      if (opener && before) {
        fault('footer-missing', opener, END);
        finish(before, true);
      }
      opener = item;
      lost = false;
    } else if (intendedToken === END) {
      if (opener) finish(item, false);
      else misplaced(item);
    } else if (item.kind === 'string') {
      if (opener) texts.push(item);
      else if (/\S/.test(item.value)) misplaced(item);
    }
    before = item;
  }
  const last = items.at(-1);
  if (opener === undefined && last) fault('not-request', last, '');
  if (last) finish(last, true);
  return { messages, faults, im: true };
}

const startWanted = `\`{"token": "${START}"}\`, which begins a message`;
const roleWanted = 'the role, a line break (`\\n`) and the text, in one string';

/** The role, which is the first word of the first string, and the length of the header. */
function headerOf(texts: readonly JsonString[]): { role: JsonString; length: number } | undefined {
  const [first] = texts;
  const end = first?.value.indexOf('\n') ?? -1;
  if (first === undefined || end < 0) return undefined;
  const word = /^\S*/.exec(first.value.slice(0, end))?.[0] ?? '';
  const start = first.start + 1;
  return { role: { ...first, value: word, start, end: Math.min(start + word.length, first.end) }, length: end + 1 };
}

/**
 * Completes the beginning of a long row to valid JSON. Whether users may see a message can depend on what follows its
 * text, such as its role, its channel or the end of a thought. Therefore, the message that is cut off is omitted,
 * unless it is the user's.
 */
import { userRole } from '../grammar/index.ts';
import { pairPrompts, shareGptRoles } from '../grammar/json-rows.ts';

interface Level {
  readonly closer: ']' | '}';
  /** The offset after the last complete item or field; after the opening bracket if there is none. */
  end: number;
  /** The key of the current field, as written in JSON. */
  key: string | undefined;
  expectsKey: boolean;
  /** For a message, whether it is the user's; undefined as long as no role was found. */
  isUsers: boolean | undefined;
}

const roleKeys = new Set(['role', 'from']);
const userRoles = new Set(shareGptRoles.flatMap(({ name, role }) => (role === userRole ? name : [])));
/** Fields of a row that contain the user's question. */
const questionKeys = new Set(pairPrompts);
/** The keys of objects in a row that can contain the list of messages. */
const listKeys = new Set(['messages', 'conversations', 'conversation']);

/** Returns valid JSON with the complete parts of a row; undefined if `beginning` cannot be the beginning of JSON. */
export function closedPart(beginning: string): string | undefined {
  const stack: Level[] = [];
  const at = cutIn(beginning, stack);
  if (at === undefined) return undefined;
  const top = stack.at(-1);
  if (top === undefined) return at.isWhole ? beginning : 'null';
  const depth = messageListDepth(stack);
  const message = stack[depth];
  const isQuestion = stack.length === 1 && questionKeys.has(top.key ?? '');
  if (message?.isUsers || (stack.length === 1 && top.isUsers) || isQuestion) {
    const isText = at.string !== undefined && (top.closer === ']' || !top.expectsKey);
    return (isText ? `${textUpTo(beginning, at.string)}"` : beginning.slice(0, top.end)) + closers(stack, stack.length);
  }
  // The row itself is a message that is not from the user.
  if (depth === 1 && stack[0]?.isUsers === false) return '{}';
  return beginning.slice(0, stack[depth - 1]?.end) + closers(stack, depth);
}

/** Returns the number of open brackets around a message, of which the innermost belongs to the list of messages. */
function messageListDepth(stack: readonly Level[]): number {
  const [row, member, inner] = stack;
  if (row?.closer === ']') return 1;
  if (member?.closer === '}' && inner?.closer === ']' && listKeys.has(member.key ?? '')) return 3;
  return member?.closer === ']' ? 2 : 1;
}

const closers = (stack: readonly Level[], depth: number): string =>
  stack
    .slice(0, depth)
    .map(({ closer }) => closer)
    .reverse()
    .join('');

/**
 * Removes an incomplete escape or character from the end of a text that ends within a string. `start`: the offset at which the string
 * begins.
 */
const textUpTo = (text: string, start = 0): string => {
  const tail = /\\(?:u[\da-fA-F]{0,3})?$|\ufffd$/.exec(text.slice(Math.max(start + 1, text.length - 6)));
  if (tail === null) return text;
  let slashes = text.length - tail[0].length;
  while (slashes > start + 1 && text[slashes - 1] === '\\') slashes--;
  // An escaped backslash does not begin an escape.
  const isEscaped = tail[0][0] === '\\' && (text.length - tail[0].length - slashes) % 2 === 1;
  return isEscaped ? text : text.slice(0, -tail[0].length);
};

/**
 * Finds where the text is cut off: `string` is the offset at which the unfinished string begins, if there is one.
 * Pushes the open brackets onto `stack`.
 */
function cutIn(text: string, stack: Level[]): { readonly string?: number; readonly isWhole?: boolean } | undefined {
  const literal = /[^\s,:[\]{}"]+/y;
  for (let at = 0; at < text.length; ) {
    const top = stack.at(-1);
    const unit = text[at] as string;
    if (unit === '{' || unit === '[') {
      const closer = unit === '{' ? '}' : ']';
      stack.push({ closer, end: at + 1, key: undefined, expectsKey: unit === '{', isUsers: undefined });
    } else if (unit === '}' || unit === ']') {
      if (top?.closer !== unit) return undefined;
      stack.pop();
      const outer = stack.at(-1);
      if (outer === undefined) return text.slice(at + 1).trim() === '' ? { isWhole: true } : undefined;
      outer.end = at + 1;
    } else if (unit === ',') {
      if (top === undefined) return undefined;
      top.expectsKey = top.closer === '}';
    } else if (unit === '"') {
      const end = endOfString(text, at);
      if (end === undefined) return { string: at };
      if (top?.expectsKey) {
        top.key = text.slice(at + 1, end - 1);
        top.expectsKey = false;
      } else if (top !== undefined) {
        top.end = end;
        if (roleKeys.has(top.key ?? '')) top.isUsers = userRoles.has(text.slice(at + 1, end - 1));
      }
      at = end;
      continue;
    } else if (!/[\s:\ufeff]/.test(unit)) {
      literal.lastIndex = at;
      const end = at + (literal.exec(text)?.[0].length ?? 1);
      if (top?.expectsKey || !/[-\dtfn]/.test(unit)) return undefined;
      if (end >= text.length) return {};
      if (top === undefined) return undefined;
      top.end = end;
      at = end;
      continue;
    }
    at++;
  }
  return {};
}

/** Returns the offset after the string that begins at `start`; undefined if the string is cut off. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let back = at;
    while (text[back - 1] === '\\') back--;
    if ((at - back) % 2 === 0) return at + 1;
  }
  return undefined;
}

/** Fixes of ChatML on the wire. */
import { wireTokens } from '../../grammar/chatml-wire.ts';
import { wireOf } from '../../model/json/wire.ts';
import { indexAtMost, type JsonArray, type JsonNode, lastAtMost, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Proposal } from '../fix.ts';
import { suggested } from '../headers.ts';
import { drop, isSeparator, type JsonFixers, type JsonTarget, separatorOf, write } from './fix.ts';

const [START, MESSAGE, END] = wireTokens.map(({ name }) => name) as [string, string, string];

/** The list element at which a problem is reported, and the elements next to it. */
function elementAt({ reading: { root }, problem }: JsonTarget) {
  const index = root?.kind === 'array' ? indexAtMost(root.items, problem.start, startOf) : -1;
  const element = root?.kind === 'array' ? root.items[index] : undefined;
  if (root?.kind !== 'array' || element === undefined) return undefined;
  return { list: root, index, own: element, before: root.items[index - 1], next: root.items[index + 1] };
}

const startOf = ({ start }: { readonly start: number }) => start;
const tokenOf = (node: JsonNode | undefined) => textOf(node, 'token');

/** A token, written in the same style as those that are already in the list. */
function token(text: string, { items }: JsonArray, name: string): string {
  const model = items.find((item) => tokenOf(item) === START && item.kind === 'object' && item.members.length === 1);
  const modelText = model && text.slice(model.start, model.end);
  return modelText !== undefined && /^\{\s*"token"\s*:\s*"<\|start\|>"\s*\}$/.test(modelText)
    ? modelText.replace(START, name)
    : `{"token": "${name}"}`;
}

/** Inserts elements after the element with this index. */
function putAfter({ text }: JsonTarget, list: JsonArray, index: number, elements: readonly string[]) {
  const at = list.items[index]?.end ?? list.start + 1;
  const separator = separatorOf(text, list.items);
  const comma = /[\r\n]/.test(separator) ? ', ' : separator;
  const newText = elements.join(comma);
  return { start: at, end: at, text: list.items.length === 0 ? newText : comma + newText };
}

function rename(node: JsonNode | undefined, name: string | undefined, safe: boolean): Proposal {
  const value = memberOf(node, 'token')?.value;
  return { title: `Change to \`${name}\``, edits: [write(value, name)], preferred: true, safe };
}

function closeHeader(target: JsonTarget): Proposal | undefined {
  const location = elementAt(target);
  if (location === undefined) return undefined;
  const { list, index, own: element, next } = location;
  // If the next element is text, only the wrong token has to be replaced. Otherwise, the message has no text.
  if (next?.kind === 'string') return rename(element, MESSAGE, true);
  const edit = putAfter(target, list, index - 1, [token(target.text, list, MESSAGE)]);
  return { title: `Insert \`${MESSAGE}\` before this token: the message has no text`, edits: [edit], preferred: true };
}

function closeMessage(target: JsonTarget): Proposal | undefined {
  const { reading, problem, text } = target;
  const { root } = reading;
  const message = lastAtMost(wireOf(reading).messages, problem.start, startOf);
  if (root?.kind !== 'array' || message === undefined) return undefined;
  const index = indexAtMost(root.items, message.end - 1, startOf);
  const tokenNames = message.hasMessage ? [END] : [MESSAGE, END];
  const edits = [
    putAfter(
      target,
      root,
      index,
      tokenNames.map((name) => token(text, root, name)),
    ),
  ];
  const names = tokenNames.map((name) => `\`${name}\``).join(' and ');
  return { title: `Insert ${names}`, edits, preferred: true, safe: message.texts.length > 0 && message.hasMessage };
}

/** Repairs the order of elements if a single missing or redundant token explains it. */
function reorder(target: JsonTarget): Proposal | undefined {
  const location = elementAt(target);
  if (location === undefined) return undefined;
  const { list, index, own: element, before, next } = location;
  const { text } = target;
  const isRole = before?.kind === 'string' && tokenOf(list.items[index - 2]) === START;
  if (element.kind === 'string' && (isRole || (tokenOf(before) === START && next === undefined))) {
    const edit = putAfter(target, list, isRole ? index - 1 : index, [token(text, list, MESSAGE)]);
    return { title: `Insert \`${MESSAGE}\`, which ends the header`, edits: [edit], preferred: true };
  }
  const again = tokenOf(element);
  if ((again === MESSAGE || again === END) && tokenOf(before) === again) {
    const edit = drop(text, list.items, index);
    return edit && { title: `Remove the second \`${again}\``, edits: [edit], preferred: true };
  }
  return undefined;
}

function join(target: JsonTarget): Proposal | undefined {
  const { own: element, before } = elementAt(target) ?? {};
  if (!element || !before || !isSeparator(target.text, before.end, element.start)) return undefined;
  const edits = [{ start: before.end - 1, end: element.start + 1, text: '' }];
  return { title: 'Join this string to the preceding one', edits, preferred: true };
}

function askForAnswer(target: JsonTarget): Proposal | undefined {
  const { reading, text } = target;
  const { root } = reading;
  if (root?.kind !== 'array') return undefined;
  const elements = [token(text, root, START), '"assistant"', token(text, root, MESSAGE)];
  const edits = [putAfter(target, root, root.items.length - 1, elements)];
  return { title: 'Add an open assistant message', edits, preferred: true };
}

export const wireFixers: JsonFixers = {
  'wire-token-unknown': {
    says: 'correct the token',
    safe: true,
    fix(target) {
      const suggestion = suggested(target);
      const element = elementAt(target)?.own;
      const sure = wireTokens.some(
        ({ name, aliases }) =>
          name === suggestion && [name, ...aliases].includes((tokenOf(element) ?? '').trim().toLowerCase()),
      );
      return [rename(element, suggestion, sure)];
    },
  },
  'wire-sequence': {
    says: 'insert the missing token, or remove a repeated one',
    fix: (target) => [reorder(target)],
  },
  'wire-header-close': {
    says: 'change the token to `<|message|>`, or insert `<|message|>` if the message has no text',
    safe: true,
    fix: (target) => [closeHeader(target)],
  },
  'wire-footer-missing': { says: 'insert `<|end_message|>`', safe: true, fix: (target) => [closeMessage(target)] },
  'wire-split-text': { says: 'join the strings', fix: (target) => [join(target)] },
  'wire-not-request': { says: 'add an open assistant message', fix: (target) => [askForAnswer(target)] },
};

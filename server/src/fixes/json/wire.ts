/** Fixes of ChatML on the wire. */
import { wireTokens } from '../../grammar/index.ts';
import { wireOf } from '../../model/json/wire.ts';
import { indexAtMost, type JsonArray, type JsonNode, lastAtMost, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Fix } from '../fix.ts';
import { drop, isSeparator, type JsonFixers, type JsonTarget, separatorOf, write } from './fix.ts';

const [START, MESSAGE, END] = wireTokens.map(({ name }) => name) as [string, string, string];

/** The element at a problem, and its neighbours. */
function elementAt({ reading: { root }, problem }: JsonTarget) {
  if (root?.kind !== 'array') return undefined;
  const index = indexAtMost(root.items, problem.start, startOf);
  const own = root.items[index];
  if (own?.start !== problem.start) return undefined;
  return { list: root, index, own, before: root.items[index - 1], next: root.items[index + 1] };
}

const startOf = ({ start }: { readonly start: number }) => start;
const tokenOf = (node: JsonNode | undefined) => textOf(node, 'token');

/** A token in the style of those that stand in the list. */
function token(text: string, { items }: JsonArray, name: string): string {
  const model = items.find((item) => tokenOf(item) === START && item.kind === 'object' && item.members.length === 1);
  const written = model && text.slice(model.start, model.end);
  return written !== undefined && /^\{\s*"token"\s*:\s*"<\|start\|>"\s*\}$/.test(written)
    ? written.replace(START, name)
    : `{"token": "${name}"}`;
}

/** Puts elements behind one of the list. */
function putBehind({ text }: JsonTarget, list: JsonArray, index: number, written: readonly string[]) {
  const at = list.items[index]?.end ?? list.start + 1;
  const own = separatorOf(text, list.items);
  const comma = /[\r\n]/.test(own) ? ', ' : own;
  const put = written.join(comma);
  return { start: at, end: at, text: list.items.length === 0 ? put : comma + put };
}

function rename(node: JsonNode, name: string, safe: boolean): Fix | undefined {
  const value = memberOf(node, 'token')?.value;
  return value?.kind === 'string'
    ? { title: `Write \`${name}\``, edits: [write(value, name)], preferred: true, safe }
    : undefined;
}

function closeHeader(target: JsonTarget): Fix | undefined {
  const found = elementAt(target);
  if (found === undefined) return undefined;
  const { list, index, own, next } = found;
  // What follows is the text, or else there is none.
  if (next?.kind === 'string') return rename(own, MESSAGE, true);
  const edit = putBehind(target, list, index - 1, [token(target.text, list, MESSAGE)]);
  return { title: `Insert \`${MESSAGE}\` before: the message has no text`, edits: [edit], preferred: true };
}

function closeMessage(target: JsonTarget): Fix | undefined {
  const { reading, problem, text } = target;
  const { root } = reading;
  const message = lastAtMost(wireOf(reading).messages, problem.start, startOf);
  if (root?.kind !== 'array' || message?.role === undefined || message.start !== problem.start) return undefined;
  const index = indexAtMost(root.items, message.end - 1, startOf);
  const missing = message.hasMessage ? [END] : [MESSAGE, END];
  const edits = [
    putBehind(
      target,
      root,
      index,
      missing.map((name) => token(text, root, name)),
    ),
  ];
  const names = missing.map((name) => `\`${name}\``).join(' and ');
  return { title: `Insert ${names}`, edits, preferred: true, safe: message.texts.length > 0 && message.hasMessage };
}

/** What stands in the wrong place, where one token too many or too few explains it. */
function reorder(target: JsonTarget): Fix | undefined {
  const found = elementAt(target);
  if (found === undefined) return undefined;
  const { list, index, own, before, next } = found;
  const { text } = target;
  const isRole = before?.kind === 'string' && tokenOf(list.items[index - 2]) === START;
  if (own.kind === 'string' && (isRole || (tokenOf(before) === START && next === undefined))) {
    const edit = putBehind(target, list, isRole ? index - 1 : index, [token(text, list, MESSAGE)]);
    return { title: `Insert \`${MESSAGE}\`, which ends the header`, edits: [edit], preferred: true };
  }
  const again = tokenOf(own);
  if ((again === MESSAGE || again === END) && tokenOf(before) === again) {
    const edit = drop(text, list.items, index);
    return edit && { title: `Remove the second \`${again}\``, edits: [edit], preferred: true };
  }
  return undefined;
}

function join(target: JsonTarget): Fix | undefined {
  const { own, before } = elementAt(target) ?? {};
  const { text } = target;
  if (own?.kind !== 'string' || before?.kind !== 'string' || !isSeparator(text, before.end, own.start))
    return undefined;
  if (text[before.end - 1] !== '"' || text[own.start] !== '"') return undefined;
  const edits = [{ start: before.end - 1, end: own.start + 1, text: '' }];
  return { title: 'Join this string to the one before', edits, preferred: true };
}

function askForAnswer(target: JsonTarget): Fix | undefined {
  const { reading, text } = target;
  const { root } = reading;
  if (root?.kind !== 'array') return undefined;
  const written = [token(text, root, START), '"assistant"', token(text, root, MESSAGE)];
  const edits = [putBehind(target, root, root.items.length - 1, written)];
  return { title: 'Add an open message of the assistant', edits, preferred: true };
}

export const wireFixers: JsonFixers = {
  'wire-token-unknown': {
    says: 'write the token that is meant',
    safe: true,
    fix(target) {
      const { suggestion } = target.problem.data ?? {};
      const own = elementAt(target)?.own;
      if (own === undefined || typeof suggestion !== 'string') return [];
      const sure = wireTokens.some(
        ({ name, aliases }) =>
          name === suggestion && [name, ...aliases].includes((tokenOf(own) ?? '').trim().toLowerCase()),
      );
      return [rename(own, suggestion, sure)];
    },
  },
  'wire-sequence': {
    says: 'insert the token that is missing, or remove the second of two',
    fix: (target) => [reorder(target)],
  },
  'wire-header-close': {
    says: 'write `<|message|>`, or insert it where the message has no text',
    safe: true,
    fix: (target) => [closeHeader(target)],
  },
  'wire-footer-missing': { says: 'insert `<|end_message|>`', safe: true, fix: (target) => [closeMessage(target)] },
  'wire-split-text': { says: 'join the strings', fix: (target) => [join(target)] },
  'wire-not-request': { says: 'add an open message of the assistant', fix: (target) => [askForAnswer(target)] },
};

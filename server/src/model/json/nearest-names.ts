/** Guesses which field of a row of unknown shape contains the messages, and which fields of the messages are the role and the content. */

import { shareGptRoles, treeRoles } from '../../grammar/json-rows.ts';
import { messageRoles } from '../../grammar/messages.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonNode, type JsonObject, textOf } from '../../syntax/json/nodes.ts';

/** The names that a data set uses in place of the usual ones, as for `rows` in a configuration. */
export interface NearestNames {
  readonly messages?: string;
  readonly role: string;
  readonly content: string;
  readonly roles?: Readonly<Record<string, string>>;
}

/** The maximum number of messages that are examined, and the maximum length of a name or a role (UTF-16 units). */
const [MAX_MESSAGES, MAX_WORD_LENGTH] = [64, 64];

/** Words for roles, in lower case, in addition to those of known formats. */
const otherWords: Readonly<Record<string, string>> = {
  bot: 'assistant',
  ai: 'assistant',
  agent: 'assistant',
  chatbot: 'assistant',
  answer: 'assistant',
  client: 'user',
  customer: 'user',
  me: 'user',
  question: 'user',
  instruction: 'system',
  api: 'tool',
};
const roleByWord = new Map([
  ...Object.entries({ ...otherWords, ...treeRoles }),
  ...shareGptRoles.map(({ name, role }) => [name, role] as const),
  ...messageRoles.map(({ name }) => [name, name] as const),
]);
const roleOf = (word: string): string | undefined => roleByWord.get(word.toLowerCase());

/** Returns the names in a row, or in the first row of a list; undefined if nothing in the row looks like a list of messages. */
export function nearestNames(root: JsonNode): NearestNames | undefined {
  const messages = messagesAmong(root);
  if (messages) return namesIn(messages);
  const row = root.kind === 'array' ? root.items[0] : root;
  if (row?.kind !== 'object') return undefined;
  for (const { key, value } of row.members) {
    const list = value && key.value.length <= MAX_WORD_LENGTH && key.value !== '' ? messagesAmong(value) : undefined;
    const names = list && namesIn(list);
    if (names) return key.value === 'messages' ? names : { messages: key.value, ...names };
  }
  return undefined;
}

/** The first elements of a list, if all of them may be messages. */
function messagesAmong(node: JsonNode): readonly JsonObject[] | undefined {
  if (node.kind !== 'array' || node.items.length === 0) return undefined;
  const first = node.items.slice(0, MAX_MESSAGES);
  const objects = first.filter((item) => item.kind === 'object');
  return objects.length === first.length ? objects : undefined;
}

function namesIn(messages: readonly JsonObject[]): Omit<NearestNames, 'messages'> | undefined {
  const keys = (messages[0]?.members ?? []).map(({ key }) => key.value).filter((key) => key.length <= MAX_WORD_LENGTH);
  const strings = keys.flatMap((key) => {
    const texts = messages.flatMap((message) => textOf(message, key) ?? []);
    return texts.length === messages.length ? [{ key, texts }] : [];
  });
  const role = strings.find(({ texts }) => texts.every((text) => roleOf(text) !== undefined));
  if (role === undefined) return undefined;
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);
  const others = strings.filter(({ key }) => key !== role.key).sort((a, b) => lengthOf(b.texts) - lengthOf(a.texts));
  const [content] = others;
  if (content === undefined || role.key === '' || content.key === '') return undefined;
  const roles = [...new Set(role.texts)].flatMap((word) => {
    const usual = roleOf(word);
    return usual === undefined || usual === word ? [] : [[word, usual] as const];
  });
  return {
    role: role.key,
    content: content.key,
    ...(roles.length > 0 && { roles: Object.fromEntries(roles) }),
  };
}

/** Returns the mapping for a configuration. Usual names are omitted. */
export function mappingOf({ messages, role, content, roles }: NearestNames): NearestMapping {
  return {
    ...(messages !== undefined && messages !== 'messages' && { messages }),
    ...(role !== 'role' && { role }),
    ...(content !== 'content' && { content }),
    ...(roles && { roles }),
  };
}

/** The value of `rows` in a configuration. */
export type NearestMapping = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Returns the mapping that a problem suggests for the configuration; undefined if it does not suggest one. */
export function proposedMapping(data: Readonly<Record<string, unknown>> | undefined): NearestMapping | undefined {
  return data && (getOwn(data, 'rows') as NearestMapping | undefined);
}

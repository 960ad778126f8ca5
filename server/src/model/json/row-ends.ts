/** Finds conversations that do not end with an answer, in rows in which no other field has an answer or a criterion for judging one. */

import type { RowFacts } from '../../grammar/index.ts';
import { batchId, listMembers, modelRole } from '../../grammar/index.ts';
import { generationRole, messageRoles } from '../../grammar/messages.ts';
import { type JsonNode, type JsonReading, memberOf } from '../../syntax/json/nodes.ts';
import { listOf, requestOf, roleOf, rowsOf } from './list.ts';
import { isQuestion } from './row-kind.ts';
import { answersIn } from './shapes/answer-shapes.ts';

/** The role of the last message, with its span; if the list has no messages, the list, which is underlined instead. */
export type RowEnd =
  | { readonly role: NonNullable<ReturnType<typeof roleOf>>; readonly list?: undefined }
  | { readonly role?: undefined; readonly list: JsonNode };

/** Returns the ends of conversations without an answer. `rows`: the facts about the rows of the file. */
export function unansweredEnds(reading: JsonReading, rows: RowFacts | undefined): readonly RowEnd[] {
  const { conversations, list, rowOf } = listOf(reading);
  if (memberOf(reading.root, batchId)) return [];
  // If no row has an answer, the rows are prompts, for which no answer is expected.
  const asksOnly = rowOf && conversations.length > 1 ? isQuestion(listOf(reading)) : rows?.asksOnly;
  const isPrompt = (messages: readonly JsonNode[]) =>
    asksOnly === true && messages.length > 0 && messages.every((message) => roleOf(message)?.value !== modelRole);
  const beside = rowsOf(reading).flatMap((row) =>
    answersIn(row).flatMap((answer) => endOf(answer.messages, answer.list)),
  );
  const conversationEnds = conversations.flatMap((messages) => {
    const last = messages[messages.length - 1];
    const row = last ? requestOf(reading, last) : reading.root;
    if (row === undefined || isPrompt(messages) || !holdsList(row) || isAnsweredBeside(row)) return [];
    return endOf(messages, list === row ? undefined : list);
  });
  return [...beside, ...conversationEnds];
}

function endOf(messages: readonly JsonNode[], list: JsonNode | undefined): readonly RowEnd[] {
  if (messages.length === 0) return list ? [{ list }] : [];
  const role = roleOf(messages[messages.length - 1]);
  return role && asking.has(role.value) ? [{ role }] : [];
}

const holdsList = (row: JsonNode) =>
  row.kind === 'array' || listMembers.some((name) => memberOf(row, name)?.value?.kind === 'array');

const isAnsweredBeside = (row: JsonNode) =>
  row.kind === 'object' && row.members.some(({ key }) => answers.test(key.value));
const answers =
  /answer|response(?!_format)|completion|solution|target|label|reward|chosen|rejected|output|reference|truth|grader|score|prompt/i;

const asking = new Set(
  messageRoles.flatMap(({ name }) => (name === modelRole || name === generationRole ? [] : [name])),
);

import { batchId, listMembers, modelRole } from '../../grammar/index.ts';
import { generationRole, messageRoles } from '../../grammar/messages.ts';
import { listOf, requestOf, roleOf, rowsOf } from '../../model/json/list.ts';
import { isQuestion } from '../../model/json/row-kind.ts';
import { answersIn } from '../../model/json/shapes/answer-shapes.ts';
import type { Conversations } from '../../model/json/shapes/conversation.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { rule as inText, unanswered } from '../answer-missing.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';

/**
 * A list of messages that the assistant does not end, in a training row. Rows for preferences or for reinforcement have
 * their answers, or what judges them, next to the list.
 */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    check({ reading, rows }, report) {
      const { conversations, list, rowOf } = listOf(reading);
      const tell = ({ list }: Pick<Conversations, 'list'>, messages: readonly JsonNode[]) => {
        const role = roleOf(messages[messages.length - 1]);
        if (messages.length === 0 && list)
          report(
            list,
            'This list has no messages, so there is nothing to learn from it. Fill it in, or remove the row.',
          );
        else if (role && asking.has(role.value)) report(role, unanswered(role.value));
      };
      if (memberOf(reading.root, batchId)) return;
      // Where no row has an answer, none is expected: the model's own are judged.
      const asksOnly = rowOf && conversations.length > 1 ? isQuestion(listOf(reading)) : rows?.asksOnly;
      const isPrompt = (messages: readonly JsonNode[]) =>
        asksOnly === true && messages.length > 0 && messages.every((message) => roleOf(message)?.value !== modelRole);
      for (const row of rowsOf(reading)) for (const answer of answersIn(row)) tell(answer, answer.messages);
      for (const messages of conversations) {
        const last = messages[messages.length - 1];
        const row = last ? requestOf(reading, last) : reading.root;
        if (row === undefined || isPrompt(messages) || !holdsList(row) || isAnsweredBeside(row)) continue;
        tell({ list: list === row ? undefined : list }, messages);
      }
    },
  },
};

const holdsList = (row: JsonNode) =>
  row.kind === 'array' || listMembers.some((name) => memberOf(row, name)?.value?.kind === 'array');

const isAnsweredBeside = (row: JsonNode) =>
  row.kind === 'object' && row.members.some(({ key }) => answers.test(key.value));
const answers =
  /answer|response(?!_format)|completion|solution|target|label|reward|chosen|rejected|output|reference|truth|grader|score|prompt/i;

const asking = new Set(
  messageRoles.flatMap(({ name }) => (name === modelRole || name === generationRole ? [] : [name])),
);

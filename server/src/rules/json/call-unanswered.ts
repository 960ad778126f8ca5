import { modelRole, userRole } from '../../grammar/index.ts';
import { messageRoles } from '../../grammar/messages.ts';
import { answeredCalls, listedMessages } from '../../model/json/call-pairs.ts';
import { listOf, roleOf } from '../../model/json/list.ts';
import { isItem } from '../../model/json/shapes/api-shapes.ts';
import type { ApiCall } from '../../model/json/tool-calls.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { quote } from '../../syntax/wording.ts';
import { rule as inText } from '../call-unanswered.ts';
import { valueSpan } from '../support/json-scope.ts';
import { type Extra, factsOf, type JsonRule } from '../support/rule.ts';

/**
 * A call without reply before the next turn, which chat APIs refuse; at the end the reply may yet come (A-145). This is not
 * the rule for text, where a reply may come in any later turn.
 */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, training }, report) {
      const told = new Set<JsonNode>();
      const tell = ({ id, node, name }: ApiCall, says: string, extra?: Extra) => {
        if (told.has(node)) return;
        told.add(node);
        report(id ?? valueSpan(text, node), `No reply to this call${name ? ` of ${quote(name)}` : ''} ${says}`, extra);
      };
      const { conversations, words } = listOf(reading);
      for (const messages of conversations) {
        const listed = listedMessages(messages);
        const answers = answeredCalls(listed);
        const answering = new Set(answers.values());
        const seen = new Set<string>();
        const early = new Set<string>();
        /** The calls since the last turn, in their order. */
        const recent = new Set<ApiCall>();
        for (const [at, { message, calls, ids }] of listed.entries()) {
          const isOpen = (call: ApiCall) => (answers.get(call) ?? Number.POSITIVE_INFINITY) > at;
          // If a reply has a wrong id, has none, or is before its call, that is reported, and its call is not.
          const astray = [...ids].filter((id) => !seen.has(id));
          for (const id of astray) early.add(id);
          const isLost = isNameless(message) && !words.roles && !answering.has(at);
          dropFirst(recent, isLost ? 1 : astray.length, isOpen);
          if (isTurn(message)) {
            for (const call of recent)
              if (isOpen(call))
                tell(
                  call,
                  `comes before the next turn, so chat APIs reject the list. ${answers.has(call) ? 'Move its reply, which comes later, to follow the call.' : 'Add the reply of the tool.'}`,
                );
            recent.clear();
          }
          for (const call of calls) {
            if (!early.has(call.id?.value ?? '')) recent.add(call);
            if (call.id) seen.add(call.id.value);
          }
        }
        // A call that ends a training row is what a model learns from it.
        for (const call of training ? [] : recent)
          if (!answers.has(call))
            tell(call, 'follows. Add it, unless the list stops here to let the tool run.', { milder: 'hint' });
      }
    },
  },
};

/** Takes the first calls that wait out of a list. */
function dropFirst(calls: Set<ApiCall>, count: number, isOpen: (call: ApiCall) => boolean): void {
  let left = count;
  for (const call of left > 0 ? calls : []) {
    if (left <= 0) return;
    if (isOpen(call)) left--;
    calls.delete(call);
  }
}

/** A reply without the member that names its call: `template-role-unknown` tells. */
const isNameless = (message: JsonNode) =>
  messageRoles.some(({ name, needs }) => name === roleOf(message)?.value && needs === 'tool_call_id') &&
  memberOf(message, 'tool_call_id') === undefined;

const turns = new Set<string | undefined>([userRole, modelRole]);

/** Items of the Responses API list what a model says and calls in one turn one by one. */
const isTurn = (message: JsonNode) =>
  turns.has(roleOf(message)?.value) && !(isItem(message) && roleOf(message)?.value === modelRole);

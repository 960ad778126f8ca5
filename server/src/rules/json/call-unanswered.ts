import { modelRole, replyRoles, userRole } from '../../grammar/index.ts';
import { listOf, roleOf } from '../../model/json/list.ts';
import { type ApiCall, callsOf, repliesIn } from '../../model/json/tool-calls.ts';
import { type JsonNode, textOf } from '../../syntax/json/nodes.ts';
import { quote } from '../../syntax/wording.ts';
import { rule as inText } from '../call-unanswered.ts';
import { valueSpan } from '../support/json-scope.ts';
import { type Extra, factsOf, type JsonRule } from '../support/rule.ts';

/**
 * A call without reply before the next turn, which chat APIs refuse; at the end the reply may yet come (A-145). Apart from the
 * rule of text, which knows no turns: there a reply may come as late as it likes.
 */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      const told = new Set<JsonNode>();
      const tell = ({ id, node, name }: ApiCall, says: string, extra?: Extra) => {
        if (told.has(node)) return;
        told.add(node);
        report(id ?? valueSpan(text, node), `No reply to this call${name ? ` of ${quote(name)}` : ''} ${says}`, extra);
      };
      for (const messages of listOf(reading).conversations) {
        let open: readonly ApiCall[] = [];
        const seen = new Set<string>();
        for (const message of messages) {
          const ids = new Set(repliesIn(message).map(({ value }) => value));
          // A call without id is answered by whatever replies next.
          const replies = ids.size > 0 || replyRoles.has(roleOf(message)?.value);
          open = open.filter(({ id }) => (id ? !ids.has(id.value) : !replies));
          // A reply with a wrong id is told as such, and not its call as well.
          open = open.slice([...ids].filter((id) => !seen.has(id)).length);
          if (isTurn(message)) {
            for (const call of open)
              tell(call, 'comes before the next turn, and chat APIs refuse the list. Add the reply of the tool.');
            open = [];
          }
          for (const call of callsOf(message)) {
            open = [...open, call];
            if (call.id) seen.add(call.id.value);
          }
        }
        for (const call of open)
          tell(call, 'follows. That is right if the list stops here to let the tool run.', { milder: 'hint' });
      }
    },
  },
};

const turns = new Set<string | undefined>([userRole, modelRole]);

/** Items of the Responses API list the calls of one turn one by one. */
const isTurn = (message: JsonNode) => turns.has(roleOf(message)?.value) && textOf(message, 'type') !== 'function_call';

import { modelRole, userRole } from '../../grammar/index.ts';
import { messageRoles, replyRoles } from '../../grammar/messages.ts';
import { endsOrder } from '../../model/calls/exchange.ts';
import { CallPairing, type IdentifiedPart } from '../../model/calls/pairing.ts';
import { listOf, roleOf } from '../../model/json/list.ts';
import { isItem } from '../../model/json/shapes/api-shapes.ts';
import { type ApiCall, callsOf, repliesIn } from '../../model/json/tool-calls.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
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
        const listed = messages.map((message) => ({ message, calls: callsOf(message), ids: idsOf(message) }));
        const answers = answersIn(listed);
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

/** A message of a list, with its calls and the ids of those that it replies to. */
interface Listed {
  readonly message: JsonNode;
  readonly calls: readonly ApiCall[];
  readonly ids: ReadonlySet<string>;
}

const idsOf = (message: JsonNode) => new Set(repliesIn(message).map(({ value }) => value));

interface ListPart extends IdentifiedPart {
  readonly call?: ApiCall;
}

/** The calls of a conversation that have a reply, and in which message that is, by its index. */
function answersIn(messages: readonly Listed[]): ReadonlyMap<ApiCall, number> {
  const pairing = new CallPairing<ListPart>('order');
  const answers = new Map<ApiCall, number>();
  for (const [at, { message, calls, ids }] of messages.entries()) {
    const role = roleOf(message)?.value;
    const tool = textOf(message, 'name');
    const isReply = ids.size > 0 || replyRoles.has(role);
    if (!isReply && endsOrder(role)) pairing.beginAnew();
    for (const callId of ids.size > 0 ? ids : isReply ? [undefined] : []) {
      for (let answered = pairing.take({ kind: 'reply', tool, callId }); answered?.call.call; ) {
        answers.set(answered.call.call, at);
        // That two calls have one id is reported; neither is said to wait.
        answered = callId === undefined || answered.again ? undefined : pairing.take({ kind: 'reply', tool, callId });
      }
    }
    for (const call of calls) pairing.take({ kind: 'call', tool: call.name, callId: call.id?.value, call });
  }
  return answers;
}

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

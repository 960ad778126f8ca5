import { modelRole, userRole } from '../../grammar/index.ts';
import { messageRoles, replyRoles } from '../../grammar/messages.ts';
import { listOf, roleOf } from '../../model/json/list.ts';
import { isItem } from '../../model/json/shapes/api-shapes.ts';
import { type ApiCall, callsOf, repliesIn } from '../../model/json/tool-calls.ts';
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
        const open = new OpenCalls();
        const seen = new Set<string>();
        const early = new Set<string>();
        const last = new Map(
          messages.flatMap((message, at) => repliesIn(message).map(({ value }) => [value, at] as const)),
        );
        for (const [at, message] of messages.entries()) {
          const ids = new Set(repliesIn(message).map(({ value }) => value));
          // A call without id is answered by whatever replies next.
          const replies = ids.size > 0 || replyRoles.has(roleOf(message)?.value);
          open.answer(ids, replies);
          // If a reply has a wrong id, has none, or is before its call, that is reported, and its call is not.
          const astray = [...ids].filter((id) => !seen.has(id));
          for (const id of astray) early.add(id);
          open.dropFirst(isNameless(message) && !words.roles ? 1 : astray.length);
          if (isTurn(message)) {
            for (const call of open.all)
              tell(
                call,
                `comes before the next turn, so chat APIs reject the list. ${(last.get(call.id?.value ?? '') ?? 0) > at ? 'Move its reply, which comes later, to follow the call.' : 'Add the reply of the tool.'}`,
              );
            open.clear();
          }
          for (const call of callsOf(message)) {
            if (!early.has(call.id?.value ?? '')) open.add(call);
            if (call.id) seen.add(call.id.value);
          }
        }
        // A call that ends a training row is what a model learns from it.
        for (const call of training ? [] : open.all)
          tell(call, 'follows. Add it, unless the list stops here to let the tool run.', { milder: 'hint' });
      }
    },
  },
};

/** Calls that wait for a reply, in their order. Of many, each is looked up. */
class OpenCalls {
  readonly all = new Set<ApiCall>();
  private readonly byId = new Map<string, ApiCall[]>();
  private readonly withoutId = new Set<ApiCall>();

  add(call: ApiCall): void {
    this.all.add(call);
    const { id } = call;
    if (id === undefined) {
      this.withoutId.add(call);
      return;
    }
    const same = this.byId.get(id.value);
    if (same) same.push(call);
    else this.byId.set(id.value, [call]);
  }

  /** Closes the calls of some ids. `replies`: those without an id as well. */
  answer(ids: Iterable<string>, replies: boolean): void {
    for (const id of ids) {
      for (const call of this.byId.get(id) ?? []) this.all.delete(call);
      this.byId.delete(id);
    }
    if (!replies) return;
    for (const call of this.withoutId) this.all.delete(call);
    this.withoutId.clear();
  }

  dropFirst(count: number): void {
    let left = count;
    for (const call of this.all) {
      if (left-- <= 0) return;
      this.all.delete(call);
    }
  }

  clear(): void {
    this.all.clear();
    this.byId.clear();
    this.withoutId.clear();
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

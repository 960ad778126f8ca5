/** Rules of tool calls in message lists, as chat APIs write them: only what no reader of them can take. */

import { functionsNamespace } from '../../grammar/index.ts';
import { listOf, requestOf, roleOf } from '../../model/json/list.ts';
import { type ApiCall, callsOf, declaredBeside, repliesIn } from '../../model/json/tool-calls.ts';
import { pythonAsJson } from '../../model/python-literal.ts';
import { faultText } from '../../syntax/json/faults.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { parseJson } from '../../syntax/json/values.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import { rule as callIdMissing } from '../call-id-missing.ts';
import { rule as callUnanswered } from '../call-unanswered.ts';
import { rule as callSchema } from '../E-CALL-SCHEMA.ts';
import { spanIn, valueSpan } from '../support/json-scope.ts';
import type { Extra, JsonRule, RuleFacts } from '../support/rule.ts';
import { rule as toolNameMissing } from '../tool-name-missing.ts';
import { rule as toolUndeclared } from '../tool-undeclared.ts';

const named = ({ code, title, section, level }: RuleFacts) => ({ code, title, section, level });

/** A call without reply before the next turn, which chat APIs refuse; at the end the reply may yet come (A-145). */
const unanswered: JsonRule = {
  ...named(callUnanswered),
  level: 'warning',
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
          const replies = ids.size > 0 || ['tool', 'function'].includes(roleOf(message)?.value ?? '');
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

/** Items of the Responses API list the calls of one turn one by one. */
const isTurn = (message: JsonNode) =>
  ['user', 'assistant'].includes(roleOf(message)?.value ?? '') && textOf(message, 'type') !== 'function_call';

/** A call without id, whose reply no chat API finds; templates do without (A-145). */
const withoutId: JsonRule = {
  ...named(callIdMissing),
  level: 'warning',
  levels: { training: 'error' },
  json: {
    dialects: ['messages'],
    check({ reading, text, profile, training }, report) {
      if (profile.name === 'template' && !training) return;
      for (const message of listOf(reading).messages) {
        // The older `function_call` has none.
        const older = memberOf(message, 'function_call')?.value;
        for (const { node, id, arguments: given } of callsOf(message)) {
          if (id !== undefined || node === older || node.kind !== 'object') continue;
          const key = textOf(message, 'type') === 'function_call' ? 'call_id' : 'id';
          // What is written for templates has the object, too.
          const forTemplates = given?.kind === 'object' && profile.argumentsAsText;
          const milder = profile.name === 'template' ? 'warning' : 'information';
          report(
            valueSpan(text, node),
            `This call has no \`${key}\`, so no reply can say that it answers it, and chat APIs refuse the list. Add one${forTemplates ? ', or choose the profile `template` (`ocml.messages.profile`), which does without' : ''}.`,
            profile.name === 'template' || (forTemplates && !training) ? { milder } : {},
          );
        }
      }
    },
  },
};

/** A call that names no tool: nobody can carry it out. */
const withoutName: JsonRule = {
  ...named(toolNameMissing),
  json: {
    dialects: ['messages'],
    check({ reading, text, profile }, report) {
      for (const message of listOf(reading).messages) {
        const older = memberOf(message, 'function_call')?.value;
        for (const { node, name, asText } of callsOf(message)) {
          const own = node === older ? undefined : memberOf(node, 'name');
          // Templates take a call whose function is not in an object of its own, too.
          if (
            name &&
            own &&
            asText &&
            !memberOf(node, 'function') &&
            textOf(message, 'type') !== 'function_call' &&
            profile.argumentsAsText
          ) {
            report(
              own.key,
              'Chat APIs look for `name` and `arguments` in the `function` of a call, and refuse it without one. Write them there.',
              {
                milder: 'warning',
              },
            );
          }
          if (name || node.kind !== 'object' || isCustom(node)) continue;
          report(
            valueSpan(text, node),
            'This call names no tool, so nobody can carry it out. Add `name` to its `function`.',
          );
        }
      }
    },
  },
};

/** Calls of other kinds than functions have other members. */
const isCustom = (node: JsonNode) =>
  !['function', 'function_call', 'tool_use', undefined].includes(textOf(node, 'type'));

/** A tool that is not among the `tools` beside the messages. */
const undeclared: JsonRule = {
  ...named(toolUndeclared),
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      for (const message of listOf(reading).messages) {
        for (const { node, name } of callsOf(message)) {
          const tools = declaredBeside(requestOf(reading, message)).names;
          if (tools === undefined || !name || tools.has(name) || isCustom(node)) continue;
          const at = memberOf(memberOf(node, 'function')?.value ?? node, 'name')?.value ?? node;
          const suggestion = closest(name, [...tools]);
          report(
            valueSpan(text, at),
            `${quote(name)} is not among the \`tools\` beside the messages, so a model is shown a call that it could not know.${didYouMean(suggestion)}`,
          );
        }
      }
    },
  },
};

/** A call that is a message of its own: its content is the call, as JSON or as Python writes it. */
const unreadable: JsonRule = {
  ...named(callSchema),
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      const { messages, words } = listOf(reading);
      for (const message of messages) {
        const content = memberOf(message, 'content')?.value;
        if (textOf(message, 'recipient') !== functionsNamespace || content?.kind !== 'string') continue;
        const { error } = parseJson(content.value);
        if (error === undefined || parseJson(pythonAsJson(content.value).json).error === undefined) continue;
        const isBlank = !/\S/.test(content.value);
        const says = isBlank ? 'it is empty' : faultText(error);
        report(
          isBlank ? content : spanIn(text, content, error.start, error.end),
          `This \`${words.content}\` is a call, as \`{"name": …, "arguments": {…}}\`, and trainers that read it as JSON fail: ${says}.`,
          { milder: 'warning' },
        );
      }
    },
  },
};

export const toolCallRules: readonly JsonRule[] = [unreadable, withoutName, undeclared, withoutId, unanswered];

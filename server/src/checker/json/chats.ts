/** Applies rules for text that also examine calls and replies (`Look.chats`) to lists of messages in the format of chat APIs (A-145). */
import { functionsNamespace, modelRole, toolRole, userRole } from '../../grammar/index.ts';
import { namesTag } from '../../model/calls/tagged-parts.ts';
import { asFunction, calling, nameOf } from '../../model/json/api-call.ts';
import { asMessage } from '../../model/json/as-message.ts';
import { contentStrings, listOf, requestOf } from '../../model/json/list.ts';
import {
  areCallsText,
  callsInContent,
  callsOf,
  type DeclaredBeside,
  declaredBeside,
  repliesIn,
} from '../../model/json/tool-calls.ts';
import type { Message } from '../../model/message.ts';
import { type JsonContext, type JsonScope, spanIn, valueSpan } from '../../rules/support/json-scope.ts';
import {
  type DeclaredTools,
  factsOf,
  type GroupReport,
  type JsonRule,
  type MessageContext,
  type Report,
  type Rule,
  type SharedRule,
} from '../../rules/support/rule.ts';
import { families } from '../../syntax/families/index.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { saidAspects } from '../inspect.ts';
import { emptyContentsOf, rowEnds, taggedAnswers, trainedAnswers, unansweredCallsOf } from './answer-scopes.ts';
import { bare, contextWith } from './projection.ts';

const dialects = ['messages'] as const;

/** Converts a rule for text to rules for lists of messages: one for each form of the rule that examines lists. */
export function inChats(rule: Rule): readonly JsonRule[] {
  return [rule, ...(rule.forms ?? [])].flatMap((look) => {
    const { chats, silentOnPlainValues } = look;
    if (chats === undefined) return [];
    const facts = factsOf(rule);
    const scope = scopes[chats]({ ...facts, ...look });
    return [{ ...facts, json: { ...scope, ...(silentOnPlainValues && { silentOnPlainValues }) } }];
  });
}

const scopes: Readonly<Record<NonNullable<SharedRule['chats']>, (rule: SharedRule) => JsonScope>> = {
  call: (rule) => ({
    dialects,
    check(unit, report) {
      const { text } = unit;
      for (const [call, context, content] of callsIn(unit)) {
        const placed = ({ start, end }: Span) => (content ? spanIn(text, content, start, end) : { start, end });
        const reportInCall: Report = (span, ...rest) => report(valueSpan(text, placed(span)), ...rest);
        rule.header?.(call, context, reportInCall);
        rule.message?.check(call, context, reportInCall, false);
      }
    },
  }),
  tagged: (rule) => ({
    dialects,
    check({ reading, text, training }, report) {
      const { messages, conversations } = listOf(reading);
      // The last message may be an unfinished answer, which the model is to continue.
      const last = training ? undefined : conversations.at(-1)?.at(-1);
      for (const message of messages) {
        if (textOf(message, 'role') !== modelRole || message === last) continue;
        for (const node of contentStrings(message)) {
          if (!namesTag(node.value)) continue;
          const contentMessage = asMessage({ ...speaking, content: node.value });
          // Mild faults are not reported, since the project's own parser may accept them.
          const reportInNode: Report = ({ start, end }, says, extra) => {
            if (extra?.milder === 'information' || isSpokenOf(node.value, start, end)) return;
            report(valueSpan(text, spanIn(text, node, start, end)), says, extra);
          };
          rule.message?.check(contentMessage, { ...bare, training }, reportInNode, false);
        }
      }
    },
  }),
  contents: (rule) => ({
    dialects,
    check({ reading, text, training }, report) {
      const { messages, texts = [] } = listOf(reading);
      const show = (node: JsonString, role: string) => {
        const contentMessage = asMessage({ ...aside, role, content: node.value });
        if ((saidAspects(contentMessage, contentMessage.kind) & (rule.message?.when ?? 0)) === 0) return;
        const reportInNode: Report = ({ start, end }, ...says) => report(spanIn(text, node, start, end), ...says);
        rule.message?.check(contentMessage, { ...bare, training }, reportInNode, false);
      };
      for (const message of messages)
        for (const node of contentStrings(message)) show(node, textOf(message, 'role') ?? userRole);
      for (const { node, answer } of texts) show(node, answer ? modelRole : userRole);
    },
  }),
  'tagged-answers': taggedAnswers,
  'trained-answers': trainedAnswers,
  'row-ends': rowEnds,
  'empty-contents': emptyContentsOf,
  'unanswered-calls': unansweredCallsOf,
  'one-message': (rule) => ({
    dialects,
    check({ reading }, report) {
      const { messages, conversations, session } = listOf(reading);
      // In a session, the agent program assigns the ids of calls. In other lists, a model assigns them, and may use the same
      // ids again in each turn.
      const reportOnce = limitToOnePerOffset(report);
      if (session) for (const conversation of conversations) checkIds(rule, conversation, reportOnce, false);
      else for (const message of messages) checkIds(rule, [message], limitToOnePerOffset(report), false);
    },
  }),
  conversation: (rule) => ({
    dialects,
    check({ reading, profile }, report) {
      // The conversations of a file can share messages.
      const reportOnce = limitToOnePerOffset(report);
      for (const messages of listOf(reading).conversations) checkIds(rule, messages, reportOnce, profile.needsIds);
    },
  }),
};

/** Placeholders for the spans of a message whose content is checked alone. */
const aside = { start: 0, end: 0, roleSpan: { start: 0, end: 0 }, open: false } as const;

/** The facts for content of the assistant, in which ChatML tags have their meaning. */
const speaking = {
  ...aside,
  role: modelRole,
  family: families['openchatml-0.1'],
} as const;

/** Whether a tag is in the middle of a sentence, so that it is probably mentioned rather than used. */
function isSpokenOf(content: string, start: number, end: number): boolean {
  if (content[start] !== '<' || content[end - 1] !== '>') return false;
  return (
    /\S[ \t"'(]*$/.test(content.slice(Math.max(0, start - 20), start)) &&
    /^[ \t]*[\w.,;:!?)"'’]/.test(content.slice(end, end + 20))
  );
}

/** `content`: the string to which the offsets in the call refer. */
type Calls = readonly (readonly [call: Message, context: MessageContext, content: JsonString | undefined])[];

/** Caches the calls of each unit, since several rules need them. */
const callsByUnit = new WeakMap<JsonContext, Calls>();

/** Returns the calls of a unit as messages of a text transcript, each with the context of its request. */
function callsIn(unit: JsonContext): Calls {
  let calls = callsByUnit.get(unit);
  if (calls === undefined) {
    const { reading, text, profile, training } = unit;
    const contexts = new Map<DeclaredBeside, MessageContext>();
    const contextOf = (declared: DeclaredBeside) => {
      const context = contexts.get(declared) ?? { ...contextWith(asInText(declared)), training };
      contexts.set(declared, context);
      return context;
    };
    calls = listOf(reading).messages.flatMap((message) =>
      [...callsOf(message), ...callsInContent(message)].flatMap((call): [...Calls[number]][] => {
        if (call.node.kind !== 'object') return [];
        const { content } = call;
        const context = contextOf(declaredBeside(requestOf(reading, message)));
        return [[calling(call, message, content?.value ?? text, profile), context, content]];
      }),
    );
    callsByUnit.set(unit, calls);
  }
  return calls;
}

/** The tools declared next to the messages, under the names that they have in text transcripts. */
function asInText(declared: DeclaredBeside): DeclaredTools {
  const schemas = new Map([...declared.schemas].map(([name, schema]) => [asFunction(name), schema]));
  const names = new Set([...(declared.names ?? [])].map(asFunction));
  return {
    hasTool: (tool) => names.has(tool),
    hasNamespace: (namespace) => namespace === functionsNamespace && names.size > 0,
    meant: (tool) => closest(nameOf(tool), [...(declared.names ?? [])]),
    hasParameter: () => false,
    schemaFor: (tool) => schemas.get(tool),
  };
}

/**
 * Applies a rule to the calls and replies that share an id. If `needsIds` is set, a call without an id is reported elsewhere, so its reply
 * is not reported here.
 */
function checkIds(rule: SharedRule, messages: readonly JsonNode[], report: GroupReport, needsIds: boolean): void {
  const byId = new Map<string, Message[]>();
  const add = (id: JsonString, of: { readonly role: string; readonly to?: string }) => {
    const members = byId.get(id.value) ?? [];
    members.push(linked(id, of));
    byId.set(id.value, members);
  };
  const listed = messages.map((message) => ({ message, calls: callsOf(message) }));
  const callIds = new Set(listed.flatMap(({ calls }) => calls.map(({ id }) => id?.value)));
  let lost = 0;
  for (const { message, calls } of listed) {
    for (const id of repliesIn(message)) {
      if (lost > 0 && !callIds.has(id.value)) lost--;
      else add(id, { role: toolRole });
    }
    if (areCallsText(message)) lost = Number.POSITIVE_INFINITY;
    for (const { id, node } of calls) {
      if (id) add(id, { role: modelRole, to: 'functions.' });
      else if (needsIds && node !== memberOf(message, 'function_call')?.value) lost++;
    }
  }
  for (const [id, members] of byId) rule.group?.check(members, bare, report, id);
}

/** Returns a message for a call or a reply of which only the id matters. */
function linked(id: JsonString, of: { readonly role: string; readonly to?: string }): Message {
  const { start, end, value: callId } = id;
  return asMessage({ start, end, roleSpan: id, content: '', open: false, callId, spans: { call_id: id }, ...of });
}

/** Returns a function that reports at most one problem per offset. */
function limitToOnePerOffset(report: Report): GroupReport {
  const offsets = new Set<number>();
  return (_block, span, message) => {
    if (offsets.has(span.start)) return;
    offsets.add(span.start);
    report(span, message);
  };
}

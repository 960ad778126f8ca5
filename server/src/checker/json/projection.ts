/**
 * Applies rules for text that also examine the JSON projection (`Look.projection`, 2.2 §10) to the messages of the projection.
 * Each message has the spans of its parts in the unit.
 */

import { lastName } from '../../model/calls/tool-names.ts';
import {
  isHeaderWord,
  type Projected,
  partIn,
  projectedListsOf,
  projectedOf,
  withoutBody,
} from '../../model/json/projected.ts';
import { instructs, type Message } from '../../model/message.ts';
import type { Schema } from '../../model/tools/schema.ts';
import { type JsonScope, valueSpan } from '../../rules/support/json-scope.ts';
import {
  Aspect,
  type DeclaredTools,
  type Extra,
  factsOf,
  type GroupReport,
  type JsonRule,
  type MessageContext,
  type Report,
  type Rule,
  type SharedRule,
} from '../../rules/support/rule.ts';
import type { Block } from '../../syntax/block.ts';
import { unescaped } from '../../syntax/families/index.ts';
import { readUnit } from '../../syntax/json/json-unit.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { saidAspects } from '../inspect.ts';
import { Declared } from './declared.ts';

const dialects = ['openchatml-json'] as const;

/** Converts a rule for text to one for JSON, if it examines the projection. */
export function inProjection(rule: Rule): readonly JsonRule[] {
  return rule.projection === undefined ? [] : [{ ...factsOf(rule), json: scopes[rule.projection](rule) }];
}

const scopes: Readonly<Record<NonNullable<SharedRule['projection']>, (rule: SharedRule) => JsonScope>> = {
  any: (rule) => alone(rule, () => true),
  whole: (rule) => alone(rule, isWhole),
  'in-order': (rule) => (rule.group ? paired(rule) : declared(rule)),
  'in-lists': (rule) => listed(rule),
};

/** Returns the context of a document in which these tools are declared. */
export const contextWith = (declared: DeclaredTools): MessageContext => ({
  family: unescaped,
  strict: false,
  header: undefined,
  declared,
});

/** The context for rules that only need the message itself. */
export const bare = contextWith(new Declared());

/**
 * Returns a function that reports a fault in a part of a message. If the span of the part is empty, the whole message is marked. If the
 * part is `nowhere`, nothing is reported.
 */
function reportIn({ node }: Projected, text: string, report: Report): Report {
  return (span, message, { data, milder }: Extra = {}) => {
    if (span.start < 0) return;
    // Related spans only exist in text transcripts, so they are dropped.
    const extra = { ...(data && { data }), ...(milder && { milder }) };
    report(valueSpan(text, span.end > span.start ? span : node), message, extra);
  };
}

const says = ({ node }: Projected, key: string) => (memberOf(node, key)?.value?.kind ?? 'null') !== 'null';

/** Whether an object is checked as one message. An object with both text and a call is checked only after it is split. */
const isWhole = (one: Projected) =>
  (one.message.kind !== 'call' || partIn(one) === 'call') && !(says(one, 'content') && says(one, 'tool_call'));

/**
 * Returns the aspects of a JSON message by which rules are selected. The message has no tokens, so the aspects of odd or
 * missing tokens never apply.
 */
function aspectsOf(one: Projected): number {
  return saidAspects(one.message, partIn(one)) | (one.message.placed?.sending ? Aspect.Called : 0);
}

/** Applies a rule to single messages. */
const alone = (rule: SharedRule, accepts: (one: Projected) => boolean): JsonScope => ({
  dialects,
  check({ reading, text }, report) {
    for (const one of projectedOf(reading)) {
      const reportOnMessage = reportIn(one, text, report);
      if (!accepts(one)) continue;
      rule.header?.(one.message, bare, reportOnMessage);
      if (aspectsOf(one) & (rule.message?.when ?? 0)) rule.message?.check(one.message, bare, reportOnMessage, false);
    }
  },
});

type Visit = (one: Projected, text: string, report: Report) => void;

/** Text that does not match this expression mentions no tools, so it is skipped without being parsed. */
const matters = /call|tool|functions|namespace|browser|python|\\u/;

/**
 * Passes the messages of each transcript to a visitor, in order. A list is one transcript. All lines with a single object together form
 * another transcript. If `single` is set, a file with only one object is a transcript with one message.
 */
function transcripts(begin: () => Visit, single: boolean): JsonScope {
  return {
    dialects,
    sequence({ lines }) {
      let inLines: Visit | undefined;
      return (unit, report) => {
        if (!matters.test(unit.text)) return;
        const reading = readUnit(unit);
        const isList = reading.root?.kind === 'array';
        if (!isList && !lines && !single) return;
        if (!isList) inLines ??= begin();
        for (const list of projectedListsOf(reading)) {
          const visit = isList ? begin() : (inLines as Visit);
          for (const one of list) visit(one, unit.text, report);
        }
      };
    },
  };
}

/**
 * Applies a rule to messages with the same call id. The rule receives the first call with that id, the first reply to it, and the current
 * message.
 */
const paired = (rule: SharedRule): JsonScope =>
  transcripts(() => {
    const pairByCallId = new Map<string, { call?: Message; reply?: Message }>();
    const lost = new Set<string>();
    const context = { ...bare, lostBefore: ({ tool }: Message) => lost.has(lastName(tool)) };
    return (one, text, report) => {
      const part = partIn(one);
      const { callId, block } = one.message;
      if (callId === undefined && part === 'call') lost.add('').add(lastName(one.message.tool));
      if (part === undefined || callId === undefined) return;
      const before = pairByCallId.get(callId) ?? {};
      const members = [before.call, before.reply, one.message].filter((member) => member !== undefined);
      const reportOnMessage = reportIn(one, text, report);
      const ofThis: GroupReport = (of, span, message, extra) => {
        if (of === block) reportOnMessage(span, message, extra);
      };
      rule.group?.check(members, context, ofThis, callId);
      if (part === 'call') before.call ??= withoutBody(one);
      else if (before.call) before.reply ??= withoutBody(one);
      pairByCallId.set(callId, before);
    };
  }, false);

/** Applies a rule to calls, along with the declarations in the instructions before each call. */
const declared = (rule: SharedRule): JsonScope =>
  transcripts(() => {
    const tools = new Declared();
    const context = contextWith(tools);
    return (one, text, report) => {
      const { role, kind, tool, block } = one.message;
      if (kind === 'plain' && instructs(role)) tools.add(block);
      // Another rule reports a name that is impossible in text transcripts.
      if (partIn(one) !== 'call' || !isHeaderWord(tool ?? '')) return;
      const schema = tool === undefined ? undefined : tools.schemaFor(tool);
      const reportOnMessage = reportIn(one, text, report);
      for (const [span, message, extra] of findFaults(rule, one, schema, context))
        reportOnMessage(span, message, extra);
    };
  }, true);

type ReportedFault = [span: Span, message: string, extra?: Extra | undefined];

const faultsByMessage = new WeakMap<
  Message,
  Map<string, { readonly schema: Schema | undefined; readonly said: readonly ReportedFault[] }>
>();

/**
 * Returns the faults that a rule finds in a call. Validation is slow, so the faults are cached until the call or its declaration changes.
 */
function findFaults(
  rule: SharedRule,
  { message }: Projected,
  schema: Schema | undefined,
  context: MessageContext,
): readonly ReportedFault[] {
  const byRule = faultsByMessage.get(message) ?? new Map();
  const cachedFaults = byRule.get(rule.code);
  // The result for an undeclared tool may also depend on other facts, such as the namespace, so it is not cached.
  if (cachedFaults && schema !== undefined && cachedFaults.schema === schema) return cachedFaults.said;
  const reportedFaults: ReportedFault[] = [];
  rule.message?.check(message, context, (...one) => reportedFaults.push(one), false);
  faultsByMessage.set(message, byRule.set(rule.code, { schema, said: reportedFaults }));
  return reportedFaults;
}

/** Applies a rule to messages with the same call id in a list. Single objects on lines are skipped, since more lines may follow. */
const listed = (rule: SharedRule): JsonScope => ({
  dialects,
  check({ reading, text }, report) {
    if (reading.root?.kind !== 'array') return;
    for (const list of projectedListsOf(reading)) checkList(rule, list, text, report);
  },
});

function checkList(rule: SharedRule, list: readonly Projected[], text: string, report: Report): void {
  const byId = new Map<string, Message[]>();
  const byBlock = new Map<Block, Projected>();
  for (const one of list) {
    const { callId, block } = one.message;
    if (partIn(one) === undefined || callId === undefined) continue;
    const members = byId.get(callId);
    if (members) members.push(one.message);
    else byId.set(callId, [one.message]);
    byBlock.set(block, one);
  }
  const reportOnBlock: GroupReport = (block, span, message) => {
    reportIn(byBlock.get(block) as Projected, text, report)(span, message);
  };
  for (const [callId, members] of byId) rule.group?.check(members, bare, reportOnBlock, callId);
}

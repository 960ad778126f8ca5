/**
 * Rules of text that hold for the JSON projection, too (2.2 §10): its messages are put in the terms of text, and what
 * is reported of a header or a body is reported where the document has it.
 */

import { isHeaderWord, type Projected, partIn, projectedOf, withoutBody } from '../../model/json/projected.ts';
import { instructs, type Message } from '../../model/message.ts';
import { declarations, schemaOf, type ToolDeclaration } from '../../model/tools/declarations.ts';
import type { Schema } from '../../model/tools/schema.ts';
import type { Block } from '../../syntax/block.ts';
import { unescaped } from '../../syntax/families/index.ts';
import { readUnit } from '../../syntax/json/document.ts';
import { type JsonNode, memberOf } from '../../syntax/json/reader.ts';
import type { Span } from '../../syntax/span.ts';
import { rule as callIdDuplicate } from '../call-id-duplicate.ts';
import { rule as callIdUnmatched } from '../call-id-unmatched.ts';
import { rule as callUnanswered } from '../call-unanswered.ts';
import { rule as contentTypeMismatch } from '../content-type-mismatch.ts';
import { rule as deadlineInvalid } from '../deadline-invalid.ts';
import { rule as bodyConstraint } from '../E-BODY-CONSTRAINT-VIOLATION.ts';
import { rule as callSchema } from '../E-CALL-SCHEMA.ts';
import { rule as toolCancelled } from '../E-TOOL-CANCELLED.ts';
import { rule as toolTimeout } from '../E-TOOL-TIMEOUT.ts';
import { rule as intentMisplaced } from '../intent-misplaced.ts';
import { rule as intentUnknown } from '../intent-unknown.ts';
import { rule as recipientFormat } from '../recipient-format.ts';
import { rule as replyCallIdInBody } from '../reply-call-id-in-body.ts';
import { rule as replyDuplicate } from '../reply-duplicate.ts';
import { rule as replyError } from '../reply-error.ts';
import { type JsonScope, spanIn, valueSpan } from '../support/json-scope.ts';
import type { Context, DeclaredTools, Extra, GroupReport, Report, Rule } from '../support/rule.ts';
import { rule as toolChannel } from '../tool-channel.ts';
import { rule as toolNameMismatch } from '../tool-name-mismatch.ts';
import { rule as toolUndeclared } from '../tool-undeclared.ts';

const dialects = ['openchatml-json'] as const;

/** What instructions before a call declare. */
class Declared implements DeclaredTools {
  private readonly namespaces = new Set<string>();
  private readonly tools = new Map<string, ToolDeclaration>();

  add(block: Block): void {
    const found = declarations(block);
    for (const namespace of found.namespaces) this.namespaces.add(namespace);
    for (const declaration of found.tools) this.tools.set(declaration.tool, declaration);
  }

  hasTool(tool: string): boolean {
    return this.tools.has(tool);
  }

  hasNamespace(namespace: string): boolean {
    return this.namespaces.has(namespace);
  }

  hasParameter(tool: string, name: string): boolean {
    return new RegExp(`\\b${name}\\??\\s*:`).test(this.tools.get(tool)?.signature ?? '');
  }

  schemaFor(tool: string): Schema | undefined {
    const declaration = this.tools.get(tool);
    return declaration && schemaOf(declaration);
  }
}

function contextWith(declared: DeclaredTools): Context {
  // The rules that run here ask for no block but the one they are shown.
  return { family: unescaped, strict: false, header: undefined, declared, blocks: undefined as never };
}

const alone = contextWith(new Declared());

/** Reports of a header's words stand where they are; other places of a transcript are not told. */
function inHeader({ node }: Projected, text: string, report: Report): Report {
  return (span, message, extra) => {
    const known = span.end > span.start ? span : node;
    report(valueSpan(text, known), message, withoutRelated(extra));
  };
}

function withoutRelated({ data, milder }: Extra = {}): Extra {
  return { ...(data && { data }), ...(milder && { milder }) };
}

/** Reports of a body, in the string that it is written in. */
function inBody({ node, body, message: { block } }: Projected, text: string, report: Report): Report | undefined {
  if (body === undefined) {
    const nothing = noArguments(memberOf(node, 'tool_call')?.value);
    return nothing && ((_span, message, extra) => report(valueSpan(text, nothing), message, withoutRelated(extra)));
  }
  if (block.text !== body.value) return undefined;
  return (span, message, extra) =>
    report(block.text === '' ? body : spanIn(text, body, span.start, span.end), message, withoutRelated(extra));
}

/** Where a call says that it has no arguments, or what would say of what type they are. */
function noArguments(call: JsonNode | undefined): Span | undefined {
  const given = memberOf(call, 'arguments');
  if (call?.kind !== 'object' || (given && given.value?.kind !== 'null')) return undefined;
  return given?.value ?? memberOf(call, 'content_type')?.value ?? call;
}

const withScope = ({ code, title, section, level, levels }: Rule, json: JsonScope): Rule => ({
  code,
  title,
  section,
  level,
  ...(levels && { levels }),
  json,
});

const says = ({ node }: Projected, key: string) => (memberOf(node, key)?.value?.kind ?? 'null') !== 'null';

/** What is two messages in one object is judged when it is split. */
const isWhole = (one: Projected) =>
  (one.message.kind !== 'call' || partIn(one) === 'call') && !(says(one, 'content') && says(one, 'tool_call'));

/** A rule of headers. */
const header = (rule: Rule): Rule =>
  withScope(rule, {
    dialects,
    check({ reading, text }, report) {
      for (const one of projectedOf(reading)) {
        if (isWhole(one)) rule.header?.(one.message, alone, inHeader(one, text, report));
      }
    },
  });

/** A rule of bodies by themselves; `undefined`: of what is neither a call nor a reply. */
const body = (rule: Rule, ...parts: readonly ReturnType<typeof partIn>[]): Rule =>
  withScope(rule, {
    dialects,
    check({ reading, text }, report) {
      for (const one of projectedOf(reading)) {
        const found = parts.includes(partIn(one)) ? inBody(one, text, report) : undefined;
        if (found) rule.message?.check(one.message, alone, found, false);
      }
    },
  });

type Visit = (one: Projected, text: string, report: Report) => void;

/** What has nothing to do with tools is passed over unread. */
const matters = /call|tool|functions|namespace|browser|python|\\u/;

/**
 * Shows the messages of each transcript in order: a list is one, and so are all lines that are one object each. A file
 * that is one object is a message alone; `single` wants that, too.
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
        const visit = isList ? begin() : (inLines as Visit);
        for (const one of projectedOf(reading)) visit(one, unit.text, report);
      };
    },
  };
}

/** A rule of messages with one call id: it sees the first call, the first reply to it, and the message in question. */
const paired = (rule: Rule): Rule =>
  withScope(
    rule,
    transcripts(() => {
      const known = new Map<string, { call?: Message; reply?: Message }>();
      return (one, text, report) => {
        const part = partIn(one);
        const { callId, block } = one.message;
        if (part === undefined || callId === undefined) return;
        const before = known.get(callId) ?? {};
        const members = [before.call, before.reply, one.message].filter((member) => member !== undefined);
        const found = inHeader(one, text, report);
        const ofThis: GroupReport = (of, span, message, extra) => {
          if (of === block) found(span, message, extra);
        };
        rule.group?.check(members, alone, ofThis, callId);
        if (part === 'call') before.call ??= withoutBody(one);
        else if (before.call) before.reply ??= withoutBody(one);
        known.set(callId, before);
      };
    }, false),
  );

/** A rule of calls that asks for what the instructions before them declare; `where` says what it reports on. */
const declared = (rule: Rule, where: typeof inHeader | typeof inBody): Rule =>
  withScope(
    rule,
    transcripts(() => {
      const tools = new Declared();
      const context = contextWith(tools);
      return (one, text, report) => {
        const { role, kind, tool, block } = one.message;
        if (kind === 'plain' && instructs(role)) tools.add(block);
        const found = partIn(one) === 'call' ? where(one, text, report) : undefined;
        // What no text can have is told as such.
        if (found === undefined || !isHeaderWord(tool ?? '')) return;
        const schema = tool === undefined ? undefined : tools.schemaFor(tool);
        for (const [span, message, extra] of said(rule, one, schema, context)) found(span, message, extra);
      };
    }, true),
  );

type Said = [span: Span, message: string, extra?: Extra];

const kept = new WeakMap<
  Message,
  Map<string, { readonly schema: Schema | undefined; readonly said: readonly Said[] }>
>();

/** What a rule says of a call. Validation takes long, and is not done again while call and declaration stay. */
function said(rule: Rule, { message }: Projected, schema: Schema | undefined, context: Context): readonly Said[] {
  const byRule = kept.get(message) ?? new Map();
  const known = byRule.get(rule.code);
  if (rule === callSchema && known?.schema === schema && known) return known.said;
  const found: Said[] = [];
  rule.message?.check(message, context, (...one) => found.push(one), false);
  kept.set(message, byRule.set(rule.code, { schema, said: found }));
  return found;
}

/** Calls that nothing answers up to the end of a list. Lines may go on. */
const unanswered = withScope(callUnanswered, {
  dialects,
  check({ reading, text }, report) {
    if (reading.root?.kind !== 'array') return;
    const byId = new Map<string, Message[]>();
    const byBlock = new Map<Block, Projected>();
    for (const one of projectedOf(reading)) {
      const { callId, block } = one.message;
      if (partIn(one) === undefined || callId === undefined) continue;
      const members = byId.get(callId);
      if (members) members.push(one.message);
      else byId.set(callId, [one.message]);
      byBlock.set(block, one);
    }
    const inItsHeader: GroupReport = (block, span, message) => {
      inHeader(byBlock.get(block) as Projected, text, report)(span, message);
    };
    for (const [callId, members] of byId) callUnanswered.group?.check(members, alone, inItsHeader, callId);
  },
});

export const projectedRules: readonly Rule[] = [
  ...[intentUnknown, intentMisplaced, toolChannel].map(header),
  body(bodyConstraint, 'call'),
  body(contentTypeMismatch, 'reply', undefined),
  ...[replyError, replyCallIdInBody, toolTimeout, toolCancelled].map((rule) => body(rule, 'reply')),
  ...[callIdDuplicate, callIdUnmatched, toolNameMismatch, replyDuplicate].map(paired),
  declared(callSchema, inBody),
  declared(deadlineInvalid, inBody),
  declared(toolUndeclared, inHeader),
  declared(recipientFormat, inHeader),
  unanswered,
];

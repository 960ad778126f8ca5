/** Applies rules for text to the answers of the assistant in message lists and rows, and to rows without an answer. */
import { modelRole, systemRole } from '../../grammar/index.ts';
import { namesTag } from '../../model/calls/tagged-parts.ts';
import { calling } from '../../model/json/api-call.ts';
import { asMessage } from '../../model/json/as-message.ts';
import { emptyContents } from '../../model/json/empty-contents.ts';
import { contentStrings, listOf, requestOf, roleOf } from '../../model/json/list.ts';
import { unansweredEnds } from '../../model/json/row-ends.ts';
import { callsOf, declaredBeside } from '../../model/json/tool-calls.ts';
import { unansweredCalls } from '../../model/json/unanswered-calls.ts';
import type { MessageOrigin } from '../../model/message-origin.ts';
import { declarations, taggedTools } from '../../model/tools/declarations.ts';
import { type JsonContext, type JsonScope, spanIn, valueSpan } from '../../rules/support/json-scope.ts';
import type { DeclaredTools, GroupReport, MessageContext, Report, SharedRule } from '../../rules/support/rule.ts';
import { families } from '../../syntax/families/index.ts';
import type { JsonNode, JsonString } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { bare } from './projection.ts';

const dialects = ['messages'] as const;

/** Applies a rule to each answer that may contain a ChatML tag. */
export const taggedAnswers = (rule: SharedRule): JsonScope => ({
  dialects,
  check(unit, report) {
    const { reading } = unit;
    // The conversations of a file can share messages.
    const checkedMessages = new Set<JsonNode>();
    for (const messages of listOf(reading).conversations) {
      let declaredTools: DeclaredTools | undefined;
      for (const message of messages) {
        const role = roleOf(message)?.value;
        if (role === systemRole) declaredTools ??= toolsListedIn(message);
        if (role !== modelRole || checkedMessages.has(message)) continue;
        checkedMessages.add(message);
        for (const node of contentStrings(message)) {
          if (!namesTag(node.value)) continue;
          const { names } = declaredBeside(requestOf(reading, message));
          const declared = names ? toolsOf(names) : declaredTools;
          show(rule, node, unit, report, { functions: names ? '`tools`' : '`<tools>`', message, declared });
        }
      }
    }
  },
});

/** Applies a rule to each answer in training rows, except rejected answers, which a model is trained not to give. */
export const trainedAnswers = (rule: SharedRule): JsonScope => ({
  dialects,
  check(unit, report) {
    if (!unit.training) return;
    const { messages, texts = [], unsaid = [] } = listOf(unit.reading);
    for (const message of messages) {
      if (roleOf(message)?.value !== modelRole || unsaid.includes(message)) continue;
      for (const node of contentStrings(message)) show(rule, node, unit, report, { message });
    }
    for (const { node, answer } of texts) if (answer) show(rule, node, unit, report, {});
  },
});

/**
 * Applies a rule to the last message of each training row that lacks an answer. For an empty list, the rule receives a message
 * without a role.
 */
export const rowEnds = (rule: SharedRule): JsonScope => ({
  dialects,
  check({ reading, rows, text, training }, report) {
    for (const { role, list } of unansweredEnds(reading, rows)) {
      const span = role ?? valueSpan(text, list);
      const { block } = asMessage({ ...speaking, role: role?.value, roleSpan: span, spans: {} }, originOf(text));
      const reportEnd: GroupReport = (_block, at, ...rest) => report(role ? at : span, ...rest);
      rule.edges?.(block, block, { ...bare, training }, reportEnd);
    }
  },
});

/** Applies a rule to each message whose content is empty, and passes it the kind of emptiness. */
export const emptyContentsOf = (rule: SharedRule): JsonScope => ({
  dialects,
  check({ reading, text, profile, training }, report) {
    for (const { node, role, emptiness } of emptyContents(reading, profile, training)) {
      const message = asMessage({ ...speaking, role, content: '' }, { ...originOf(text), emptiness });
      const reportNode: Report = (_span, ...rest) => report(valueSpan(text, node), ...rest);
      rule.message?.check(message, { ...bare, training }, reportNode, false);
    }
  },
});

/** Applies a rule to each call without a reply before the next turn, and passes it the reason why the call is unanswered. */
export const unansweredCallsOf = (rule: SharedRule): JsonScope => ({
  dialects,
  check({ reading, text, profile, training }, report) {
    for (const { call, message, waiting } of unansweredCalls(reading, training)) {
      const callMessage = calling(call, message, text, profile, { waiting });
      const reportCall: Report = (_span, ...rest) => report(call.id ?? valueSpan(text, call.node), ...rest);
      rule.message?.check(callMessage, { ...bare, training }, reportCall, false);
    }
  },
});

const speaking = {
  start: 0,
  end: 0,
  roleSpan: { start: 0, end: 0 },
  open: false,
  role: modelRole,
  content: '',
  family: families['openchatml-0.1'],
};

interface Around {
  /** The message with the answer; undefined if the answer is a plain string in the row. */
  readonly message?: JsonNode;
  /** The words that messages of problems use for the list of functions: `tools` or `<tools>`. */
  readonly functions?: string;
  readonly declared?: DeclaredTools | undefined;
}

function show(rule: SharedRule, node: JsonString, { text, training }: JsonContext, report: Report, around: Around) {
  const { message, functions = '`tools`', declared = bare.declared } = around;
  const calls = message ? callsOf(message).flatMap(({ name }) => name ?? []) : [];
  const contentMessage = asMessage({ ...speaking, content: node.value }, originOf(text, node, functions, calls));
  const reportInNode: Report = ({ start, end }, ...rest) => report(spanIn(text, node, start, end), ...rest);
  const context: MessageContext = { ...bare, training, declared };
  rule.message?.check(contentMessage, context, reportInNode, false);
}

const originOf = (text: string, node?: JsonString, functions = '`tools`', calls: readonly string[] = []) =>
  ({
    words: {
      to: '`name`',
      callId: '`id`',
      name: '`name`',
      functions,
      sending: '`tool_calls`',
      unsend: 'remove the call',
    },
    sending: undefined,
    namesTool: false,
    calls,
    body: (from, to) => (node ? spanIn(text, node, from, to) : { start: -1, end: -1 }),
  }) satisfies MessageOrigin;

/** Declares functions under their names without a namespace, as they are called in tags. */
const toolsOf = (names: ReadonlySet<string>): DeclaredTools => ({
  hasTool: (tool) => names.has(tool),
  hasNamespace: (namespace) => namespace === taggedTools.all,
  meant: (tool) => closest(tool, [...names]),
  hasParameter: () => false,
  schemaFor: () => undefined,
});

/**
 * Returns the functions listed between `<tools>` and `</tools>` in a system message; undefined if there are none, or if some cannot be
 * parsed.
 */
function toolsListedIn(message: JsonNode): DeclaredTools | undefined {
  for (const { value } of contentStrings(message)) {
    if (!value.includes('<tools>')) continue;
    const { block } = asMessage({ ...speaking, role: systemRole, content: value });
    const { namespaces, tools } = declarations(block);
    if (namespaces.includes(taggedTools.all) && !namespaces.includes(taggedTools.unread))
      return toolsOf(new Set(tools.map(({ tool }) => tool)));
  }
  return undefined;
}

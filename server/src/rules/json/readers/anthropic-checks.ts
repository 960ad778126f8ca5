/**
 * The requirements of Anthropic's API on combinations of messages and parameters. The requirements on single values are in `grammar/api/`.
 */
import { anthropicSystemFirst } from '../../../grammar/api/anthropic-blocks.ts';
import { thinkingExcludes } from '../../../grammar/api/anthropic-request.ts';
import { modelRole, systemRole, userRole } from '../../../grammar/index.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { sourceOffset } from '../../../syntax/json/strings.ts';
import { quote } from '../../../syntax/wording.ts';
import { faultsOfSchema } from './json-schema.ts';
import type { Check, Finding } from './reader.ts';
import { objectsOf, parameter } from './requests.ts';
import { shortened } from './wording.ts';

const valueOf = (node: JsonNode | undefined, key: string) => memberOf(node, key)?.value;
const stringOf = (node: JsonNode | undefined, key: string): JsonString | undefined => {
  const value = valueOf(node, key);
  return value?.kind === 'string' ? value : undefined;
};
const roleOf = (message: JsonNode) => textOf(message, 'role');
const typeOf = (block: JsonNode) => textOf(block, 'type');

type Indexed = readonly [index: number, node: JsonNode];
const blocksOf = (message: JsonNode): readonly Indexed[] => objectsOf(valueOf(message, 'content'));

/** The first message must have the role `user`. */
const checkFirst: Check = function* ({ list }) {
  const first = objectsOf(list)[0]?.[1];
  const role = first && stringOf(first, 'role');
  if (role?.value === systemRole)
    yield {
      span: role,
      scope: role,
      codes: ['message-order'],
      says: 'A system message cannot come first. Write its text as `system`, next to `messages`.',
      words: anthropicSystemFirst,
    };
  // Other roles are invalid at any position, which is reported elsewhere.
  if (role?.value !== modelRole) return;
  yield {
    span: role,
    scope: role,
    codes: ['message-order'],
    says: 'The first message must be from the user. Put the message that it answers before it.',
    words: 'messages: first message must use the "user" role',
  };
};

const isBlank = (text: string) => !/\S/.test(text);

/** Reports empty content and empty texts. Only an answer at the end may be empty, since the model continues it. */
const checkEmpty: Check = function* ({ list, node }) {
  const messages = objectsOf(list);
  const last = messages[messages.length - 1]?.[1];
  for (const [index, message] of messages) {
    const content = valueOf(message, 'content');
    const isOpen = message === last && roleOf(message) === modelRole;
    if (content?.kind === 'string' && isBlank(content.value) && !isOpen)
      yield empty(
        content,
        `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      );
    if (content?.kind === 'array' && content.items.length === 0 && !isOpen)
      yield empty(
        content,
        `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      );
    for (const [, block] of blocksOf(message)) yield* blankText(block, 'messages');
  }
  for (const [, block] of objectsOf(valueOf(node, 'system'))) yield* blankText(block, 'system');
};

const empty = (span: JsonNode, words: string): Finding => ({
  span,
  scope: span,
  codes: ['message-empty'],
  words,
  says: 'The content is empty. Write it, or remove the message.',
});

function* blankText(block: JsonNode, where: string): Generator<Finding> {
  const text = typeOf(block) === 'text' ? stringOf(block, 'text') : undefined;
  // An empty string is already reported by the facts about single values.
  if (text && text.value !== '' && isBlank(text.value))
    yield {
      span: text,
      scope: text,
      codes: ['message-empty'],
      says: 'This text is only white space. Write the text, or remove the block.',
      words: `${where}: text content blocks must contain non-whitespace text`,
    };
}

/** Reports a trailing space in the last answer, which the model is asked to continue. */
const checkEnd: Check = function* ({ list, trained, source }) {
  const messages = objectsOf(list);
  const last = messages[messages.length - 1]?.[1];
  if (last === undefined || roleOf(last) !== modelRole || trained) return;
  const content = valueOf(last, 'content');
  const block = content?.kind === 'array' ? content.items[content.items.length - 1] : undefined;
  const text =
    content?.kind === 'string' ? content : block && typeOf(block) === 'text' ? stringOf(block, 'text') : undefined;
  const end = text?.value.trimEnd().length ?? 0;
  if (text === undefined || end === text.value.length) return;
  yield {
    span: { start: sourceOffset(source, text, end), end: sourceOffset(source, text, text.value.length) },
    says: 'The last answer, which the model continues, must not end with white space. Remove it.',
    words: 'messages: final assistant content cannot end with trailing whitespace',
  };
};

interface Turn {
  readonly role: string | undefined;
  readonly index: number;
  readonly blocks: JsonNode[];
}

/** The turns, each with the consecutive messages of one role. */
function turnsOf(list: JsonNode | undefined): Turn[] {
  const turns: Turn[] = [];
  for (const [index, message] of objectsOf(list)) {
    const role = roleOf(message);
    const content = valueOf(message, 'content');
    const blocks = content?.kind === 'array' ? content.items : content ? [content] : [];
    const last = turns[turns.length - 1];
    if (last !== undefined && last.role === role) for (const block of blocks) last.blocks.push(block);
    else turns.push({ role, index, blocks: [...blocks] });
  }
  return turns;
}

/** Checks that each `tool_use` has its `tool_result` at the beginning of the next turn, and vice versa. */
const checkResults: Check = function* ({ list, kind }) {
  const callIds = new Set<string>();
  let calls: JsonString[] = [];
  const turns = turnsOf(list);
  for (const [at, { role, index, blocks }] of turns.entries()) {
    const ids = new Set(calls.map(({ value }) => value));
    const answered = new Set<string>();
    let isFirst = true;
    for (const block of blocks) {
      const id = typeOf(block) === 'tool_result' && role === userRole ? stringOf(block, 'tool_use_id') : undefined;
      isFirst &&= typeOf(block) === 'tool_result';
      if (id === undefined) continue;
      if (!ids.has(id.value)) yield unexpected(id);
      else if (isFirst) answered.add(id.value);
    }
    for (const id of calls) if (!answered.has(id.value)) yield unanswered(id, index - 1, blocks, id.value);
    calls = [];
    if (role !== modelRole) continue;
    for (const block of blocks) {
      const id = typeOf(block) === 'tool_use' ? stringOf(block, 'id') : undefined;
      if (id === undefined) continue;
      if (callIds.has(id.value)) yield repeated(id);
      callIds.add(id.value);
      calls.push(id);
    }
    // The last turn of a row, or of a list that continues elsewhere, may contain calls without results.
    if (at === turns.length - 1 && kind === 'request')
      for (const id of calls) yield unanswered(id, index, [], id.value);
  }
};

const unexpected = (id: JsonString): Finding => ({
  span: id,
  scope: id,
  codes: ['call-id-unmatched'],
  says: `No \`tool_use\` in the preceding message has the id ${quote(id.value)}. Write the id of the call, or remove the result.`,
  words: `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${shortened(id.value)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
});

const unanswered = (id: JsonString, index: number, next: readonly JsonNode[], value: string): Finding => {
  const isLate = next.some((block) => typeOf(block) === 'tool_result' && textOf(block, 'tool_use_id') === value);
  return {
    span: id,
    scope: id,
    codes: ['call-unanswered'],
    says: isLate
      ? 'The `tool_result` of this call must come first in the next message. Move it before everything else there.'
      : 'The next message has no `tool_result` for this call. Add it there, as the first block.',
    words: `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${shortened(value)}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  };
};

const repeated = (id: JsonString): Finding => ({
  span: id,
  scope: id,
  codes: ['call-id-duplicate'],
  says: `Another call also has the id ${quote(id.value)}. Give each call its own id.`,
  words: '`tool_use` ids must be unique',
});

const thoughts = new Set(['thinking', 'redacted_thinking']);
const isThought = (block: JsonNode | undefined) => block !== undefined && thoughts.has(typeOf(block) ?? '');

/** Reports thinking blocks in positions where they are not allowed, and parameters that cannot be combined with thinking. */
const checkThinking: Check = function* ({ list, node }) {
  for (const { role, index, blocks } of turnsOf(list)) {
    const last = blocks[blocks.length - 1];
    if (last && role === modelRole && isThought(last))
      yield {
        span: valueOf(last, 'type') ?? last,
        says: 'A thought must not be the last block of an answer. Add the text or the call that follows it.',
        words: `messages.${index}: The final block in an assistant message cannot be \`thinking\`.`,
      };
  }
  const thinking = valueOf(node, 'thinking');
  if (textOf(thinking, 'type') !== 'enabled') return;
  yield* thinkingParameters(node, thinking);
  yield* firstThought(list);
};

function* thinkingParameters(node: JsonNode, thinking: JsonNode | undefined): Generator<Finding> {
  const [budget, most] = [valueOf(thinking, 'budget_tokens'), valueOf(node, 'max_tokens')];
  // With tools, the thoughts between calls may exceed `max_tokens` (beta `interleaved-thinking`).
  const isBounded = parameter(node, 'tools') === undefined && most?.kind === 'number' && most.value !== 0;
  if (budget?.kind === 'number' && isBounded && Number(budget.value) >= Number(most.value))
    yield {
      span: budget,
      says: '`budget_tokens` must be less than `max_tokens`, which counts thoughts as well.',
      words: '`max_tokens` must be greater than `thinking.budget_tokens`.',
    };
  for (const { parameter: name, accepts, words } of thinkingExcludes) {
    const value = parameter(node, name);
    if (value && 'value' in value && !accepts(value.value))
      yield { span: value, says: `This value of \`${name}\` is not allowed with thinking. Remove it.`, words };
  }
  const choice = stringOf(valueOf(node, 'tool_choice'), 'type');
  if (choice && ['any', 'tool'].includes(choice.value))
    yield {
      span: choice,
      says: 'With thinking, `tool_choice` cannot force a call. Write `auto`, or disable thinking.',
      words: 'Thinking may not be enabled when tool_choice forces tool use.',
    };
}

/** While calls are being answered, the turn with the calls must begin with a thinking block. */
function* firstThought(list: JsonNode | undefined): Generator<Finding> {
  const turns = turnsOf(list);
  const last = turns[turns.length - 1];
  const answers = last?.role === userRole && last.blocks.some((block) => typeOf(block) === 'tool_result');
  const calling = answers ? turns[turns.length - 2] : last?.role === modelRole ? last : undefined;
  const first = calling?.blocks[0];
  if (calling === undefined || first === undefined || isThought(first)) return;
  const type = valueOf(first, 'type');
  yield {
    span: type ?? first,
    says: 'With thinking, the last answer must begin with its thinking block. Put it before the other blocks, as returned by the API.',
    words: `messages.${calling.index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${shortened(typeOf(first) ?? 'text')}\`.`,
  };
}

/** Checks the tools: their names, the chosen one, and their schemas. */
const checkTools: Check = function* ({ node, kind }) {
  if (kind === 'list') return;
  const names = new Set<string>();
  for (const [index, tool] of objectsOf(valueOf(node, 'tools'))) {
    const name = stringOf(tool, 'name');
    if (name && names.has(name.value))
      yield {
        span: name,
        says: `Another tool has the name ${quote(name.value)}. Rename one of them.`,
        words: 'tools: Tool names must be unique.',
      };
    if (name) names.add(name.value);
    const schema = valueOf(tool, 'input_schema');
    if (schema?.kind !== 'object') continue;
    const where = `tools.${index}.custom.input_schema`;
    for (const key of ['oneOf', 'allOf', 'anyOf']) {
      const member = memberOf(schema, key);
      if (member)
        yield {
          span: member.key,
          says: `\`${key}\` is not supported at the top level of \`input_schema\`. Move it into a property.`,
          words: `${where}: input_schema does not support oneOf, allOf, or anyOf at the top level`,
        };
    }
    const schemaType = valueOf(schema, 'type');
    for (const { span, says, ofType } of faultsOfSchema(schema, false))
      if (!ofType || span !== schemaType)
        yield {
          span,
          says,
          words: `${where}: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).`,
        };
  }
  // The API has accepted `auto` and `none` without tools.
  const choice = valueOf(node, 'tool_choice');
  const type = stringOf(choice, 'type');
  const hasTools = parameter(node, 'tools') !== undefined;
  if (type?.value === 'any' && !hasTools)
    yield {
      span: type,
      says: '`tools` is missing, so no tool can be called. Declare the tools, or remove `tool_choice`.',
      words: 'tool_choice.any may only be specified while providing tools',
    };
  const name = type?.value === 'tool' ? stringOf(choice, 'name') : undefined;
  if (name && (names.size > 0 || !hasTools) && !names.has(name.value))
    yield {
      span: name,
      says: `The tool ${quote(name.value)} is not declared. Declare it, or write the name of a declared tool.`,
      words: `Tool '${shortened(name.value)}' not found in provided tools`,
    };
};

export const anthropicChecks: readonly Check[] = [
  checkFirst,
  checkEmpty,
  checkEnd,
  checkResults,
  checkThinking,
  checkTools,
];

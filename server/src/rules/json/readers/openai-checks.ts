/** The requirements of OpenAI's API on combinations of messages and parameters. The requirements on single values are in `grammar/api/`. */
import { insteadOfContent } from '../../../grammar/api/openai-messages.ts';
import { openAiRowMembers } from '../../../grammar/api/openai-request.ts';
import { modelRole } from '../../../grammar/index.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { quote } from '../../../syntax/wording.ts';
import { faultsOfSchema } from './json-schema.ts';
import type { Check, Finding } from './reader.ts';
import { objectsOf, parameter, type RequestView } from './requests.ts';
import { placeIn } from './walk.ts';
import { shortened } from './wording.ts';

const valueOf = (node: JsonNode | undefined, key: string) => memberOf(node, key)?.value;
const stringOf = (node: JsonNode | undefined, key: string): JsonString | undefined => {
  const value = valueOf(node, key);
  return value?.kind === 'string' ? value : undefined;
};
const roleOf = (message: JsonNode) => textOf(message, 'role');

/** The lists of messages in a request or a row. */
function listsOf({ node, kind, list }: RequestView): (readonly JsonNode[])[] {
  if (kind !== 'preference') return [objectsOf(list).map(([, message]) => message)];
  return [objectsOf(valueOf(valueOf(node, 'input'), 'messages')).map(([, message]) => message)];
}

interface OpenCall {
  readonly id: JsonString;
  readonly call: JsonNode;
}

const idOf = (call: JsonNode): OpenCall[] => {
  const id = stringOf(call, 'id');
  return id ? [{ id, call }] : [];
};

/** Checks that each reply follows the message with its call, and that each call has a reply there. */
const checkReplies: Check = function* (request) {
  for (const messages of listsOf(request)) {
    let calling: JsonNode | undefined;
    let calls: OpenCall[] = [];
    let callIds = new Set<string>();
    let answered = new Set<string>();
    for (const message of messages) {
      const role = roleOf(message);
      if (role === 'tool') {
        const id = stringOf(message, 'tool_call_id');
        if (calling === undefined) yield lone(message);
        else if (id && !callIds.has(id.value)) yield unmatched(id);
        else if (id) answered.add(id.value);
        continue;
      }
      yield* unanswered(calls, answered);
      const list = valueOf(message, 'tool_calls');
      const items = role === modelRole && list?.kind === 'array' ? list.items : [];
      calling = items.length > 0 ? message : undefined;
      calls = items.flatMap(idOf);
      callIds = new Set(calls.map(({ id }) => id.value));
      answered = new Set();
    }
    // The end of a row, or of a list that continues elsewhere, may have calls without replies.
    if (request.kind === 'request') yield* unanswered(calls, answered);
  }
};

const lone = (message: JsonNode): Finding => ({
  span: valueOf(message, 'role') ?? message,
  scope: message,
  codes: ['template-role-unknown', 'call-id-unmatched', 'call-id-missing'],
  says: 'This reply has no message with `tool_calls` before it. Put that message before it, or remove the reply.',
  words: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
});

const unmatched = (id: JsonString): Finding => ({
  span: id,
  scope: id,
  codes: ['call-id-unmatched'],
  says: `The message with \`tool_calls\` before this reply has no call with the id ${quote(id.value)}. Write the id of the call.`,
  words: `Invalid parameter: 'tool_call_id' of '${shortened(id.value)}' not found in 'tool_calls' of previous message.`,
});

function* unanswered(calls: readonly OpenCall[], answered: ReadonlySet<string>): Generator<Finding> {
  for (const { id, call } of calls) {
    if (answered.has(id.value)) continue;
    yield {
      span: id,
      scope: call,
      codes: ['call-unanswered'],
      says: 'This call has no reply directly after its message. Add a `tool` message with this id.',
      words: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${shortened(id.value)}`,
    };
  }
}

const hasValue = (message: JsonNode, key: string) => {
  const value = valueOf(message, key);
  return value !== undefined && value.kind !== 'null' && !(value.kind === 'array' && value.items.length === 0);
};

/** Reports an answer that has neither content nor a substitute for it, such as a refusal or a call. */
const checkContent: Check = function* (request) {
  const lists = [...listsOf(request), ...outputsOf(request)];
  for (const message of lists.flat()) {
    const content = memberOf(message, 'content');
    if (roleOf(message) !== modelRole || (content && content.value?.kind !== 'null')) continue;
    if (insteadOfContent.some((key) => hasValue(message, key)) || message.kind !== 'object') continue;
    yield {
      span: content?.value ?? placeIn(message),
      scope: message,
      codes: content ? ['message-empty'] : ['template-key-missing'],
      says: '`content` is required in an answer without `tool_calls`. Write the answer.',
      words: "Invalid value for 'content': expected a string, got null.",
    };
  }
};

const outputsOf = ({ node, kind }: RequestView): JsonNode[][] =>
  kind === 'preference'
    ? ['preferred_output', 'non_preferred_output'].map((key) => objectsOf(valueOf(node, key)).map(([, one]) => one))
    : [];

/** The tools declared in a request, in `tools` or in the older `functions`. */
const declared = (node: JsonNode): { readonly name: JsonString; readonly of: JsonNode; readonly kind: string }[] => [
  ...objectsOf(valueOf(node, 'tools')).flatMap(([, tool]) => {
    const kind = textOf(tool, 'type') ?? 'function';
    const of = valueOf(tool, kind);
    const name = stringOf(of, 'name');
    return of && name ? [{ name, of, kind }] : [];
  }),
  ...objectsOf(valueOf(node, 'functions')).flatMap(([, of]) => {
    const name = stringOf(of, 'name');
    return name ? [{ name, of, kind: 'function' }] : [];
  }),
];

/** Reports the choice of an undeclared tool. */
const checkChoice: Check = function* ({ node, kind }) {
  if (kind !== 'request') return;
  const names = new Set(declared(node).map(({ name }) => name.value));
  const choice = valueOf(node, 'tool_choice');
  const chosen = [
    stringOf(valueOf(choice, textOf(choice, 'type') ?? ''), 'name'),
    stringOf(valueOf(node, 'function_call'), 'name'),
  ];
  for (const name of chosen) {
    if (name === undefined || names.has(name.value) || names.size === 0) continue;
    yield {
      span: name,
      says: `The tool ${quote(name.value)} is not declared. Declare it, or write the name of a declared tool.`,
      words: choice && `Tool choice '${shortened(name.value)}' not found in 'tools' parameter.`,
    };
  }
};

/** Checks the schemas for the parameters of tools and for the format of the answer. */
const checkSchemas: Check = function* ({ node, kind }) {
  if (kind === 'list') return;
  const row = kind === 'preference' ? valueOf(node, 'input') : node;
  for (const { name, of } of row ? declared(row) : []) {
    const schema = valueOf(of, 'parameters');
    if (schema?.kind !== 'object') continue;
    yield* schemaFindings(schema, `Invalid schema for function '${shortened(name.value)}': `, isTrue(of, 'strict'));
  }
  const format = valueOf(valueOf(node, 'response_format'), 'json_schema');
  const schema = valueOf(format, 'schema');
  const name = shortened(textOf(format, 'name') ?? '');
  // Without `strict`, the schema is only a hint, and it is not known which schemas the API rejects.
  if (schema?.kind === 'object' && isTrue(format, 'strict'))
    yield* schemaFindings(schema, `Invalid schema for response_format '${name}': `, true);
};

const isTrue = (node: JsonNode | undefined, key: string) => {
  const value = valueOf(node, key);
  return value?.kind === 'boolean' && value.value === true;
};

function* schemaFindings(schema: JsonNode, before: string, strict: boolean): Generator<Finding> {
  const type = stringOf(schema, 'type');
  if (type && type.value !== 'object' && schema.kind === 'object')
    yield {
      span: type,
      says: `The \`type\` of the schema must be \`object\`, not ${quote(type.value)}.`,
      words: `${before}schema must be a JSON Schema of 'type: "object"', got 'type: "${shortened(type.value)}"'.`,
    };
  for (const { span, says, words, ofType } of faultsOfSchema(schema, strict))
    if (!ofType || span !== type) yield { span, says, words: words && before + words };
}

/** Reports parameters that exclude one another, or that require something in the messages. */
const checkParameters: Check = function* ({ node, kind, list }) {
  if (kind !== 'request') return;
  const [older, newer] = [memberOf(node, 'max_tokens'), parameter(node, 'max_completion_tokens')];
  if (older && parameter(node, 'max_tokens') && newer)
    yield {
      span: older.key,
      says: '`max_tokens` and `max_completion_tokens` cannot be used together. Remove `max_tokens`, the older one.',
      words: "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
    };
  const modalities = valueOf(node, 'modalities');
  const items = modalities?.kind === 'array' ? modalities.items : [];
  const audio = items.find((one) => one.kind === 'string' && one.value === 'audio');
  if (audio && parameter(node, 'audio') === undefined)
    yield { span: audio, says: '`audio` is missing: an audio answer needs it, with a voice and a format. Add it.' };
  const format = stringOf(valueOf(node, 'response_format'), 'type');
  if (format?.value === 'json_object' && list && !saysJson(list))
    yield {
      span: format,
      says: 'With `json_object`, a message must contain the word “JSON”. Ask for JSON in the instructions.',
      words: "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    };
};

/** Whether a message contains the word “JSON”. Only strings are searched. */
function saysJson(list: JsonNode): boolean {
  return objectsOf(list).some(([, message]) => {
    const content = valueOf(message, 'content');
    const parts = content?.kind === 'array' ? content.items.map((part) => textOf(part, 'text')) : [];
    const texts = content?.kind === 'string' ? [content.value] : parts;
    return texts.some((text) => text !== undefined && /json/i.test(text));
  });
}

/** Checks that a row for fine-tuning ends with an answer, and that at least one of its answers is trained on. */
const checkRow: Check = function* (request) {
  const { kind, list, trained, node } = request;
  if (kind === 'preference') {
    for (const [index, messages] of outputsOf(request).entries()) {
      const wrong = messages.length > 1 ? messages[1] : messages.find((message) => roleOf(message) !== modelRole);
      const name = ['preferred_output', 'non_preferred_output'][index];
      if (wrong)
        yield {
          span: valueOf(wrong, 'role') ?? wrong,
          says: `\`${name}\` must be a single assistant message. Keep only that.`,
        };
    }
    return;
  }
  if (!trained || list === undefined || list.items.length === 0) return;
  const messages = objectsOf(list).map(([, message]) => message);
  const answers = messages.filter((message) => roleOf(message) === modelRole);
  const last = messages[messages.length - 1];
  // Rows for reinforcement fine-tuning end with a question. The fields that their grader uses are next to the messages.
  const isGraded =
    answers.length === 0 &&
    node.kind === 'object' &&
    node.members.some(({ key }) => !openAiRowMembers.includes(key.value));
  if (last && roleOf(last) !== modelRole && !isGraded)
    yield {
      span: valueOf(last, 'role') ?? last,
      scope: last,
      codes: ['answer-missing'],
      says:
        answers.length === 0
          ? 'The answer is missing: a fine-tuning row must end with an assistant message. Add it, or, if this is a request, add `model`.'
          : 'A fine-tuning row must end with an assistant message. Add the answer, or, if this is a request, add `model`.',
    };
  const weights = answers.map((message) => valueOf(message, 'weight'));
  const isOff = (weight: JsonNode | undefined) => weight?.kind === 'number' && weight.value === 0;
  const first = weights[0];
  if (first && weights.every(isOff) && node.kind !== 'broken')
    yield {
      span: first,
      drops: true,
      says: '`weight` is 0 in every answer in this row, so nothing is learned from it. Set one of them to 1, or remove the row.',
    };
};

export const openAiChecks: readonly Check[] = [
  checkReplies,
  checkContent,
  checkChoice,
  checkSchemas,
  checkParameters,
  checkRow,
];

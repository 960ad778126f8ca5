/** Templates of messages in ChatML and Llama 3, which have plain frames and write calls in bodies. */
import { llamaCallMembers, modelRole, systemRole } from '../../../grammar/index.ts';
import { samples, tagToolsText } from '../../../grammar/samples.ts';
import { bodyCalls } from '../../../model/calls/body-calls.ts';
import { functionParts, functionSteps } from '../../../model/calls/functions.ts';
import { taggedCalls } from '../../../model/calls/tagged-calls.ts';
import type { Block } from '../../../syntax/block.ts';
import { segments } from '../../../syntax/body.ts';
import { rowsOf } from '../../../syntax/families/index.ts';
import { json, type Piece } from '../../embedded-json/value-skeleton.ts';
import { declaredTools } from '../../support/names.ts';
import { argumentsOf, type Context, tools } from './context.ts';
import type { Template } from './draft.ts';

/** The syntax of calls and replies in the bodies of a family. */
interface Form {
  readonly call: (name: Piece, args: readonly Piece[]) => readonly Piece[];
  /** The names of the tools that a message from the model calls. */
  readonly called: (block: Block) => readonly string[];
  /** The replies to the calls of a message, in one body. */
  readonly replies: (names: readonly string[]) => readonly Piece[];
  /** Whether one message can hold several calls. */
  readonly inOneMessage: boolean;
  /** The body of a system message that declares a tool. */
  readonly declares?: readonly Piece[];
}

const member = (name: string, value: readonly Piece[]): readonly Piece[] => [`, ${json(name)}: `, ...value];

/** Writes a call as JSON: `{"name": "f", "arguments": {}}`. */
const callObject = (name: Piece, args: readonly Piece[], key: string): readonly Piece[] => [
  '{"name": ',
  ...(typeof name === 'string' ? [json(name)] : ['"', name, '"']),
  ...member(key, args),
  '}',
];

/** Calls as in OpenChatML 0.1: JSON after a function token (0.1 §8). */
const byToken: Form = {
  inOneMessage: false,
  call: (name, args) => ['<|function_call|>\n', ...callObject(name, args, 'arguments')],
  called: (block) => functionSteps(block, modelRole).map(({ tool = '' }) => tool),
  replies: (names) =>
    names.flatMap((name, i): readonly Piece[] => [
      `${i > 0 ? '\n' : ''}<|function_output|>\n{"name": ${json(name)}`,
      ...member('content', ['"', {}, '"']),
      '}',
    ]),
};

/** Calls in tags, as most models write them. */
const byTag: Form = {
  call: (name, args) => ['<tool_call>\n', ...callObject(name, args, 'arguments'), '\n</tool_call>'],
  called: (block) => taggedCalls(block, modelRole).map(({ name }) => name?.value ?? ''),
  replies: (names) =>
    names.flatMap((_, i): readonly Piece[] => [`${i > 0 ? '\n' : ''}<tool_response>\n`, {}, '\n</tool_response>']),
  inOneMessage: true,
  declares: tagToolsText,
};

/** Calls as plain JSON (Llama 3), without the call token, which is only for built-in tools. */
const asJson: Form = {
  inOneMessage: false,
  call: (name, args) => callObject(name, args, llamaCallMembers.arguments[0]),
  called: (block) =>
    bodyCalls(block).length > 0 || segments(block).some(({ token }) => token?.kind === 'call') ? [''] : [],
  replies: () => [{}],
};

const forms = rowsOf<(context: Context) => Form | undefined>(
  () => () => undefined,
  (family) =>
    family.has.functions
      ? (context) => (hasTokens(context) ? byToken : byTag)
      : () => (family.has.bodyCalls ? asJson : undefined),
);

/** Whether the transcript declares its tools after a token. */
function hasTokens({ transcript }: Context): boolean {
  const [first] = declaredTools(transcript).values();
  return first !== undefined && functionParts(first.block, systemRole).length > 0;
}

export function plainTemplates(context: Context): readonly Template[] {
  const { family } = context;
  const form = forms(family)(context);
  return family.roles
    .filter(({ rare }) => !rare)
    .flatMap(({ name: role, doc, replies, instructs }): Template[] => {
      if (replies) return form ? repliesOf(context, role, form) : [];
      const plain: Template = { label: role, doc, draft: { role, body: [{}] } };
      if (role === modelRole) return [plain, ...(form ? callsOf(context, form) : [])];
      const declares = instructs && form?.declares;
      return declares ? [plain, { label: `${role} tools`, doc, draft: { role, body: declares } }] : [plain];
    });
}

function callsOf(context: Context, { call, inOneMessage }: Form): Template[] {
  const toolNames = tools(context);
  const doc = 'A tool call, with the arguments that the tool requires.';
  const template = (label: string, body: readonly Piece[], words = ''): Template => ({
    label,
    words: `${words} ${modelRole}`,
    doc,
    draft: { role: modelRole, body },
  });
  if (toolNames.length === 0) return [template('call', call({ text: samples.tool }, ['{', {}, '}']))];
  const bodies = toolNames.map((tool) => call(tool, argumentsOf(context, tool)));
  const [first = [], second = first] = bodies;
  return [
    ...toolNames.map((tool, i) => template(`call ${tool}`, bodies[i] ?? [], tool)),
    ...(inOneMessage ? [template('calls', [...first, '\n', ...second], 'parallel')] : []),
  ];
}

/** The replies to the calls of the preceding message. */
function repliesOf({ before }: Context, role: string, form: Form): Template[] {
  if (before?.said.role !== modelRole) return [];
  const names = form.called(before.block);
  if (names.length === 0) return [];
  const doc = 'The replies to the calls in the preceding message.';
  return [
    { label: 'reply', words: [role, ...names].join(' '), doc, draft: { role, body: form.replies(names) }, due: true },
  ];
}

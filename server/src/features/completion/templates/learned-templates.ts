/**
 * Templates of messages in a learned dialect. They consist of the strings that the chat template of the dialect writes around the parts of
 * a message.
 */
import { modelRole, toolRole, userRole } from '../../../grammar/index.ts';
import { samples } from '../../../grammar/samples.ts';
import { schemaOf } from '../../../model/tools/declarations.ts';
import type { LearnedFacts, LearnedOpener, MessageFacts } from '../../../syntax/families/learned/facts.ts';
import type { MessagePart } from '../../../syntax/families/learned/message-parts.ts';
import type { Part } from '../../../syntax/families/learned/transitions.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { append } from '../../../syntax/lists.ts';
import type { Piece } from '../../embedded-json/value-skeleton.ts';
import { declarationFor } from '../../support/names.ts';
import { argumentsOf, type Context, tools } from './context.ts';

/** A message for the user to fill in, already in the syntax of its dialect. */
export interface WrittenTemplate {
  readonly label: string;
  readonly words?: string;
  readonly doc: string;
  readonly role: string;
  readonly pieces: readonly Piece[];
  readonly due?: true;
}

/** The messages that may be inserted at a position. Roles without an opener of their own have none. */
export function learnedTemplates(context: Context): readonly WrittenTemplate[] {
  const { learned } = context.family;
  if (learned === undefined) return [];
  return context.family.roles.flatMap(({ name: role, doc }): WrittenTemplate[] => {
    const opener = openerFor(role, learned);
    if (opener === undefined) return [];
    const { lead = '' } =
      (role === modelRole ? learned.ofModel : role === toolRole ? learned.ofTools : undefined) ?? {};
    const createTemplate = (label: string, body: readonly Piece[], words = ''): WrittenTemplate => ({
      label,
      doc,
      role,
      words: `${words} ${role}`,
      pieces: [opener.text + (opener.pad || lead), ...body, opener.tail + ending(opener, learned)],
    });
    if (role === toolRole)
      return replies(context, learned).map((body) => ({ ...createTemplate('reply', body), due: true }));
    if (role !== modelRole) return [createTemplate(role, [{}])];
    const answer = partsFrom(learned.ofModel, [modelRole], () => [{}]) ?? [{}];
    return [
      createTemplate(role, answer),
      ...calls(context, learned).map(([label, body, tool]) => createTemplate(label, body, tool)),
    ];
  });
}

/** The calls that complete a message from the model whose opener is already written. */
export function learnedCalls(context: Context, opener: string): readonly WrittenTemplate[] {
  const { learned } = context.family;
  const begun = learned?.openers.find(({ text }) => text === opener);
  if (learned === undefined || begun === undefined) return [];
  return calls(context, learned).map(([label, body, tool]) => ({
    label,
    doc: 'A tool call.',
    role: modelRole,
    words: tool,
    pieces: [...body, begun.tail + ending(begun, learned)],
  }));
}

/** The opener for messages of a role. If there are several, the one that contains the name of the role. */
function openerFor(role: string, learned: LearnedFacts): LearnedOpener | undefined {
  const all = learned.openers.filter((one) => one.role === role && !endsAnother(one, learned));
  return all.find(({ text }) => text.toLowerCase().includes(role)) ?? all[0];
}

/** The word in a token: `INST` for both `[INST]` and `[/INST]`. */
const wordOf = (text: string) => text.replace(/[^\p{L}]|begin|end/gu, '');

/** Whether the opener also ends a message of another role, as `[/INST]` does, so that it cannot begin a message by itself. */
export const endsAnother = ({ text, closes }: Pick<LearnedOpener, 'text' | 'closes'>, { openers }: LearnedFacts) =>
  closes && openers.some((one) => one.text !== text && wordOf(one.text) === wordOf(text));

/** The text after the body that ends the message: its terminator, or the opener of the answer. */
function ending({ text, end }: LearnedOpener, { openers }: LearnedFacts): string {
  if (end !== undefined) return end;
  return openers.find((one) => one.closes && one.text !== text && wordOf(one.text) === wordOf(text))?.text ?? '';
}

const callParts: readonly Part[] = ['name', 'id', 'arguments', 'key', 'value', 'data'];
const replyParts: readonly Part[] = ['reply', 'replyName', 'replyId'];

/** A call to each tool: the label and the body of the call, and the name of the tool. */
function calls(context: Context, { ofModel }: LearnedFacts): readonly (readonly [string, readonly Piece[], string])[] {
  const toolNames = tools(context);
  const all = toolNames.length > 0 ? toolNames : [undefined];
  return all.flatMap((tool) => {
    const keys = [...requiredKeys(context, tool)];
    const hasName = ofModel?.transitions.some(([, to]) => to.some((one) => one.to === 'name'));
    const body = partsFrom(ofModel, callParts, (part): readonly Piece[] => {
      if (part === 'name') return [tool ?? { text: samples.tool }];
      if (part === 'id')
        return hasName ? [{ text: 'call00001' }] : ['functions.', tool ?? { text: samples.tool }, ':0'];
      if (part === 'arguments') return tool === undefined ? ['{', {}, '}'] : argumentsOf(context, tool);
      return part === 'key' ? [keys.shift() ?? { text: 'argument' }] : [{}];
    });
    return body === undefined ? [] : [[tool === undefined ? 'call' : `call ${tool}`, body, tool ?? ''] as const];
  });
}

function requiredKeys({ transcript, index }: Context, tool: string | undefined): readonly string[] {
  const declared = tool === undefined ? undefined : declarationFor(transcript, tool, index);
  const schema = declared && schemaOf(declared);
  const required = typeof schema === 'object' ? getOwn(schema as Record<string, unknown>, 'required') : undefined;
  return Array.isArray(required) ? required.filter((key): key is string => typeof key === 'string') : [];
}

/** The body of the reply to the first call of the preceding message, in a list. The list is empty if that message has no calls. */
function replies({ before }: Context, { ofTools }: LearnedFacts): readonly (readonly Piece[])[] {
  const parts = before?.said.role === modelRole ? before.block.family.parts?.(before.block, modelRole) : undefined;
  const called = (parts ?? []).filter(({ kind }) => kind === 'call');
  return called.slice(0, 1).map(({ name, callId }: MessagePart) => {
    const words: Partial<Record<Part, string | undefined>> = { replyName: name?.value, replyId: callId?.value };
    return partsFrom(ofTools, replyParts, (part) => [words[part] ?? {}]) ?? [{}];
  });
}

/** The maximum number of parts that are joined into one message. */
const MAX_PARTS = 12;

/**
 * Joins the wanted parts of a message with the strings that the chat template writes around and between them. Returns undefined if the chat
 * template never writes such a message.
 */
function partsFrom(
  facts: MessageFacts | undefined,
  parts: readonly Part[],
  fill: (part: Part) => readonly Piece[],
): readonly Piece[] | undefined {
  if (facts === undefined) return undefined;
  const { encodings } = facts;
  // In any other encoding, the arguments would be written in a JSON string, in which the text of a placeholder would have to be escaped.
  if (encodings.some(([part, how]) => parts.includes(part) && part === 'arguments' && how !== 'json' && how !== 'raw'))
    return undefined;
  const transitions = new Map(facts.transitions);
  const pieces: Piece[] = [];
  const done = new Set<string>();
  let from: Part | 'start' = 'start';
  while (pieces.length < 2 * MAX_PARTS) {
    const all = transitions.get(from) ?? [];
    const next = all.find(
      ({ to, opens }) => parts.includes(to as Part) && !done.has(to) && (from === 'start' || opens === 'nothing'),
    );
    if (next === undefined) {
      const end = all.find(({ to }) => to === 'end');
      return pieces.length === 0 ? undefined : [...pieces, end?.text ?? ''];
    }
    pieces.push(next.text);
    append(pieces, fill(next.to as Part));
    done.add(next.to);
    from = next.to as Part;
  }
  return pieces;
}

/** The role that usually speaks after a message of `role`. It determines the order of the offers. */
export const followingRole = (role: string | undefined): string =>
  role === undefined || role === modelRole ? userRole : modelRole;

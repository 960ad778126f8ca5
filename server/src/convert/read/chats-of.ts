/** A value of JSON as conversations, told by its shape, or read as one of a dialect. */
import { modelRole, pairForms, systemRole, userRole } from '../../grammar/index.ts';
import { isItem } from '../../model/json/shapes/api-shapes.ts';
import { type LooseText, member, stringAt } from '../../model/json/shapes/conversation.ts';
import { unwrapped } from '../../model/json/shapes/wrapped.ts';
import { conversationsOf } from '../../model/json/shapes.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import {
  asPreamble,
  type Conversation,
  calledTool,
  type Places,
  plain,
  textOfPieces,
  type Utterance,
} from '../conversation.ts';
import { type Declared, noteToolLosses } from '../declared.ts';
import type { Notes } from '../notes.ts';
import { named } from '../pairs.ts';
import { formatOf, type Tool, toolsFrom } from '../tools/index.ts';
import { readChat } from './chat.ts';
import { declaresFunctions } from './library-content.ts';
import { noteBeside } from './unread.ts';

/** A value, and the text that its places are in; without it, they are not offsets. */
export interface JsonSource {
  readonly root: JsonNode;
  readonly text: string | undefined;
}

export interface ChatSource extends JsonSource {
  /** No tag and no token counts in contents. */
  readonly verbatim: boolean;
}

/** The conversation of a request, an answer, or a row of a data set. Undefined if it is not one. */
export function readChats({ root, text, verbatim }: ChatSource, notes: Notes): Conversation | undefined {
  const found = conversationsOf(root);
  if (found === undefined) return undefined;
  const { messages, texts = [], unsaid = [], misshapen, conversations, list } = found;
  for (const node of misshapen) notes.refuse(node, 'A message is expected here, an object with `role` and `content`.');
  const [first = messages, ...more] = conversations.length > 1 ? conversations : [messages];
  const others = new Set(unsaid.length > 0 ? unsaid : more.flat());
  for (const node of others) notes.lose(node, otherAnswer);
  const request = unwrapped(root);
  const members = ['tools', 'functions', 'response_format'].flatMap((key) => memberOf(request, key)?.value ?? []);
  const nodes = [...messages, ...conversations.flat(), ...unsaid, ...misshapen, ...texts.map(({ node }) => node)];
  noteBeside(root, [...nodes, ...members], notes);
  const ordered = instructionsFirst(first, list);
  const callsFunctions = ordered.some(declaresFunctions);
  const declared = declaredIn(request, text, notes);
  // What the text declares as well is there for a model that reads it.
  const inText: Tool[] = [];
  const tools = declared === undefined || declared.tools.length === 0 ? inText : undefined;
  const said = [
    ...besideCalls(
      ordered,
      ordered.map((node) => readChat(node, { text, verbatim, callsFunctions, tools }, notes)),
    ),
    ...looseTexts(texts, { root, text }, notes),
  ];
  const prompt = memberOf(root, 'add_generation_prompt')?.value;
  const slot = prompt?.kind === 'boolean' && prompt.value === true ? [slotAt(prompt)] : [];
  return {
    messages: named([...said, ...slot]),
    declared: inText.length > 0 ? { tools: inText, formats: declared?.formats ?? [] } : declared,
    ...{ idPrefix: 'c', lineBreak: '\n' },
  };
}

const otherAnswer =
  'This belongs to another answer, and is dropped: a conversation has only one, the first or the preferred one.';

/** Instructions that are next to the list come before it, wherever the request has them. */
function instructionsFirst(messages: readonly JsonNode[], list: JsonNode | undefined): readonly JsonNode[] {
  if (list === undefined) return messages;
  const isBeside = ({ start }: JsonNode) => start < list.start || start >= list.end;
  return [...messages.filter(isBeside), ...messages.filter((node) => !isBeside(node))];
}

/**
 * The messages of a list, one after another. If calls are separate items, the text before them counts as part of the same
 * message, as in lists that have both in one.
 */
function besideCalls(nodes: readonly JsonNode[], read: readonly (readonly Utterance[])[]): readonly Utterance[] {
  const said: Utterance[] = [];
  for (const [i, messages] of read.entries()) {
    const last = said.at(-1);
    const node = nodes[i] as JsonNode;
    const [first] = messages;
    const isCall = first !== undefined && calledTool(first) !== undefined;
    if (last && isCall && (isItem(node) || textOf(node, 'role') !== modelRole))
      said[said.length - 1] = asPreamble(last);
    said.push(...messages);
  }
  return said;
}

function slotAt(node: JsonNode): Utterance {
  const places: Places = { whole: node, of: () => node, body: () => node };
  const role = { role: modelRole, attributes: new Map<string, string>(), channel: undefined, constraint: undefined };
  return { ...role, pieces: [], terminator: undefined, slot: true, places };
}

/** Prompts and answers that are texts: what asks is the user's, except for instructions. */
function looseTexts(texts: readonly LooseText[], { root, text }: JsonSource, notes: Notes): readonly Utterance[] {
  const system = memberOf(unwrapped(root), 'system')?.value;
  const isSystem = ({ node }: LooseText) => node === system;
  const rejected = new Set(pairForms.map((form) => memberOf(unwrapped(root), form.rejected)?.value));
  for (const { node } of texts) if (rejected.has(node)) notes.lose(node, otherAnswer);
  const kept = texts.filter(({ node }) => !rejected.has(node));
  const inOrder = [...kept.filter(isSystem), ...kept.filter((one) => !isSystem(one))];
  const read = inOrder.flatMap((one) => {
    const { node, answer } = one;
    const role = answer ? modelRole : isSystem(one) ? systemRole : userRole;
    const members = [member('role', node, stringAt(node, role)), member('content', node, node)];
    return readChat({ kind: 'object', start: node.start, end: node.end, members }, { text, verbatim: false }, notes);
  });
  return joinedTurns(read, notes);
}

/** Neighbours of the user are one message: a task and what it is about. */
function joinedTurns(all: readonly Utterance[], notes: Notes): readonly Utterance[] {
  const joined: Utterance[] = [];
  for (const one of all) {
    const last = joined.at(-1);
    if (last?.role !== userRole || one.role !== userRole) {
      joined.push(one);
      continue;
    }
    notes.lose(one.places.whole, 'This is joined with the preceding text, since the user says both.');
    const text = `${textOfPieces(last.pieces)}\n\n${textOfPieces(one.pieces)}`;
    joined[joined.length - 1] = { ...last, pieces: plain(text) };
  }
  return joined;
}

/** The tools of a request, which data sets also keep as a string of JSON, and the format that it asks for. */
function declaredIn(request: JsonNode, text: string | undefined, notes: Notes): Declared | undefined {
  const given = (memberOf(request, 'tools') ?? memberOf(request, 'functions'))?.value;
  const parsed = given?.kind === 'string' ? readJson(given.value) : undefined;
  const list = parsed ? (parsed.faults.length === 0 ? parsed.root : undefined) : given;
  if (given !== undefined && given.kind !== 'null' && list?.kind !== 'array')
    notes.lose(given, 'These tools are dropped because they are not a list.');
  const { value: tools, losses } = toolsFrom(list?.kind === 'array' ? list.items : [], parsed?.text ?? text);
  const asked = formatOf(request);
  // In a string of JSON, places are its own.
  noteToolLosses(
    parsed && given ? losses.map((loss) => ({ ...loss, start: given.start, end: given.end })) : losses,
    notes,
  );
  noteToolLosses(asked.losses, notes);
  const formats = asked.value ? [asked.value] : [];
  if (tools.length + formats.length === 0) return undefined;
  const placed = parsed && given ? tools.map((tool) => ({ ...tool, placeOf: () => given })) : tools;
  const raw = list?.kind === 'array' ? { nodes: list.items, text: parsed?.text ?? text } : undefined;
  return { tools: placed, formats, raw };
}

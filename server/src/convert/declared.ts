/** The tools and response formats of a conversation, which are declared next to its messages or in the text of its instructions. */

import { developerRole, systemRole } from '../grammar/index.ts';
import { asMessage } from '../model/json/as-message.ts';
import { leadingBreaks } from '../model/visibility/spoken.ts';
import { append } from '../syntax/lists.ts';
import type { Piece } from '../write/index.ts';
import { type ConversationMessage, plain, textOfPieces } from './conversation.ts';
import type { Notes } from './notes.ts';
import type { Quoted } from './spelled.ts';
import {
  developerParts,
  formatsSection,
  functionList,
  llamaPreamble,
  llamaToolsIn,
  type ResponseFormat,
  type Tool,
  type ToolLoss,
  taggedTools,
  toolsSection,
} from './tools/index.ts';

/** The tools and the response format that a request declares next to its messages. */
export interface Declared {
  readonly tools: readonly Tool[];
  readonly formats: readonly ResponseFormat[];
  /** The tools as written in the source, if they are in a list. */
  readonly raw?: Quoted | undefined;
}

export function noteToolLosses(losses: readonly ToolLoss[], notes: Notes): void {
  for (const loss of losses) notes.lose(loss, loss.reason);
}

/** Moves declarations from next to the messages into the developer's instructions (HARM-35). */
export function instructed(
  messages: readonly ConversationMessage[],
  declared: Declared | undefined,
  notes: Notes,
): readonly ConversationMessage[] {
  if (declared === undefined) return messages;
  const { value, losses } = toolsSection(declared.tools);
  noteToolLosses(losses, notes);
  return withSection(messages, [value, formatsSection(declared.formats)], developerRole, notes);
}

/**
 * The ways to declare tools in a system message of ChatML: a function list (0.1 §8.1), or `<tools>` with the wording of Qwen's template.
 */
const chatmlSections = { list: functionList, tags: taggedTools };

/** Declares all tools in the system message, including those that the developer's instructions declare. */
export function listed(
  allMessages: readonly ConversationMessage[],
  beside: Declared | undefined,
  as: keyof typeof chatmlSections,
  notes: Notes,
): readonly ConversationMessage[] {
  const { messages, declared } = apart(allMessages, notes);
  const tools = [...declared.tools, ...(beside?.tools ?? [])];
  const formats = [...declared.formats, ...(beside?.formats ?? [])];
  const { value, losses } = chatmlSections[as](tools);
  noteToolLosses(losses, notes);
  noteFormats({ tools, formats, raw: beside?.raw }, notes);
  // The developer's instructions serve as the system message, since templates have only one message with instructions.
  const isInstructed = messages[0]?.role === developerRole && !messages.some(({ role }) => role === systemRole);
  return withSection(messages, [value], isInstructed ? developerRole : systemRole, notes, true);
}

/**
 * Declares all tools in the system message, which Llama 3.1's template supports as an option. By default, the template puts the tools into
 * the user's first message, where a preview for users would show them.
 */
export function preambled(
  allMessages: readonly ConversationMessage[],
  beside: Declared | undefined,
  notes: Notes,
): readonly ConversationMessage[] {
  const { messages, declared } = apart(allMessages, notes);
  const tools = [...declared.tools, ...(beside?.tools ?? [])];
  noteFormats({ tools, formats: [...declared.formats, ...(beside?.formats ?? [])], raw: beside?.raw }, notes);
  const role = systemRole;
  const { value: preamble, losses } = llamaPreamble(tools);
  noteToolLosses(losses, notes);
  if (preamble === '') return messages;
  const at = messages.findIndex((one) => one.role === role);
  const old = messages[at];
  if (old === undefined) return withSection(messages, [preamble], role, notes);
  const text = textOfPieces(old.pieces);
  if (text === '')
    notes.losePart(
      old,
      'body',
      'The tools are declared in this empty message, so the message is not empty when the output is read back.',
    );
  else if (leadingBreaks(text) > 0)
    notes.losePart(
      old,
      'body',
      'The line breaks at the beginning of this message are dropped when the output is read back, because the tool declarations precede them.',
    );
  else if (llamaToolsIn(preamble + text, role)?.end !== preamble.length)
    notes.losePart(
      old,
      'tags',
      'The beginning of this text will be read back as a tool declaration, because the tool declarations precede it.',
    );
  const back = (offset: number) => Math.max(0, offset - preamble.length);
  const places = { ...old.places, body: (start: number, end: number) => old.places.body(back(start), back(end)) };
  const withPreamble = { ...old, places, pieces: [...plain(preamble), ...old.pieces], source: undefined };
  return messages.map((one, i) => (i === at ? withPreamble : one));
}

/** Adds notes about the tools if the format cannot declare tools at all. */
export function noteUndeclared(declared: Declared | undefined, form: string, notes: Notes): void {
  if (declared === undefined) return;
  for (const tool of declared.tools)
    notes.lose(
      tool.placeOf(['name']),
      `The tool \`${tool.name}\` is not declared in the output: ${form} cannot declare tools.`,
    );
  noteFormats(declared, notes);
}

function noteFormats({ raw, formats }: Declared, notes: Notes): void {
  for (const { name } of formats)
    notes.lose(
      raw?.nodes[0] ?? { start: 0, end: 0 },
      `The response format \`${name}\` is dropped: the target format cannot express it.`,
    );
}

/**
 * Adds sections at the end of the first message with the given role. If no message has this role, adds a new message after the system
 * messages. `isCut`: whether parsers remove the tools together with the surrounding line breaks.
 */
function withSection(
  messages: readonly ConversationMessage[],
  sections: readonly string[],
  role: string,
  notes: Notes,
  isCut = role === systemRole,
): readonly ConversationMessage[] {
  const section = sections.filter((one) => one !== '').join('\n\n');
  if (section === '') return messages;
  const at = messages.findIndex((one) => one.role === role);
  const old = messages[at];
  if (old) {
    const text = textOfPieces(old.pieces);
    if (text === '')
      notes.losePart(
        old,
        'body',
        'The tools are declared in this empty message, so the message is not empty when the output is read back.',
      );
    else if (isCut && /[\r\n]$/.test(text))
      notes.losePart(
        old,
        'body',
        'The line breaks at the end of this message are dropped when the output is read back, because the tool declarations follow them.',
      );
    const pieces = [...plain(text === '' ? '' : `${text}\n\n`), ...asPieces(section)];
    return messages.map((one, i) => (i === at ? { ...old, pieces, source: undefined } : one));
  }
  const after = messages.findIndex((one) => one.role !== systemRole);
  const position = after < 0 ? messages.length : after;
  const nowhere = messages[position]?.places.whole ?? { start: 0, end: 0 };
  const fresh: ConversationMessage = {
    role,
    attributes: new Map(),
    channel: undefined,
    constraint: undefined,
    pieces: asPieces(section),
    terminator: 'end',
    slot: false,
    places: { whole: nowhere, of: () => nowhere, body: () => nowhere },
  };
  return [...messages.slice(0, position), fresh, ...messages.slice(position)];
}

/** The token that begins a function list. */
export const listToken = '<|function_list|>';

const asPieces = (section: string): readonly Piece[] =>
  section.startsWith(listToken)
    ? [{ kind: 'token', text: listToken }, ...plain(section.slice(listToken.length))]
    : plain(section);

const heading = '# Instructions\n\n';

/** Separates the declarations in the developer's instructions from the messages. Everything else stays unchanged. */
export function apart(
  messages: readonly ConversationMessage[],
  notes: Notes,
): { messages: readonly ConversationMessage[]; declared: Declared } {
  const tools: Tool[] = [];
  const formats: ResponseFormat[] = [];
  const remainingMessages = messages.flatMap((one, i): readonly ConversationMessage[] => {
    const body = textOfPieces(one.pieces);
    if (one.role !== developerRole || !/^namespace |^# Response Formats/m.test(body)) return [one];
    const { whole } = one.places;
    const message = asMessage({ ...whole, role: one.role, roleSpan: whole, content: body, open: false });
    const { value, losses } = developerParts(message.body);
    if (value.tools.length + value.formats.length === 0) return [one];
    const originOf = ({ start, end }: { start: number; end: number }) => one.places.body(start, end);
    noteToolLosses(
      losses.map((loss) => ({ ...loss, ...originOf(loss) })),
      notes,
    );
    append(
      tools,
      value.tools.map((tool): Tool => ({ ...tool, placeOf: (path) => originOf(tool.placeOf(path)) })),
    );
    append(formats, value.formats);
    const text = body.startsWith(heading) ? heading + value.instructions : value.instructions;
    const again = [text, toolsSection(value.tools).value, formatsSection(value.formats)];
    if (again.filter((part) => part !== '').join('\n\n') !== body)
      notes.losePart(one, 'body', 'The layout of these declarations is lost: they become a list next to the messages.');
    const isInPlace =
      messages.slice(0, i).every(({ role }) => role === systemRole) && messages[i + 1]?.role !== systemRole;
    return text === '' && isInPlace ? [] : [{ ...one, pieces: plain(text), source: undefined }];
  });
  return { messages: remainingMessages, declared: { tools, formats } };
}

/** The name of a message in the outline, and the text next to that name. */
import { channels, modelRole, roles, toolRole } from '../../grammar/index.ts';
import { replyRoles } from '../../grammar/messages.ts';
import { type HeaderInfo, headerInfo, isAwaited } from '../../model/message.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { SymbolKind } from './kinds.ts';
import { symbolText } from './label.ts';

/**
 * The name of a message, as plain text: `assistant · analysis`, `→ functions.get_weather wx1` for a call, `← …` for a reply, `user (mira)`.
 */
export function label(what: HeaderInfo, block: Block): string {
  if (isSlot(block))
    return what.header.role === undefined ? 'unfinished message' : symbolText(`open ${what.role ?? 'message'} turn`);
  let cachedLabel = labels.get(what);
  if (cachedLabel === undefined) {
    cachedLabel = symbolText(labelOf(what));
    labels.set(what, cachedLabel);
  }
  return cachedLabel;
}

/** The names of messages, by header. Equal headers share an object, and most headers are equal. */
const labels = new WeakMap<HeaderInfo, string>();

function labelOf({ kind, tool, callId, role, channel, name, header }: HeaderInfo): string {
  if (kind !== 'plain') {
    const toolName = tool ?? role ?? toolRole;
    return `${kind === 'call' ? '→' : '←'} ${callId === undefined ? toolName : `${toolName} ${callId}`}`;
  }
  const speaker = role ?? header.role?.text ?? 'message';
  const speakerName = name === undefined ? speaker : `${speaker} (${name})`;
  return channel === undefined ? speakerName : `${speakerName} · ${channel}`;
}

/** Whether the document ends in the header of this message, which the model is then meant to complete (A-043). */
export function isSlot(block: Block): boolean {
  if (!has(block, Trait.Open) || block.kind !== 'message') return false;
  return block.family.has.channels ? !has(block, Trait.HasMessage) : isAwaited(block);
}

const byChannel = new Map<string | undefined, number>(
  channels.flatMap(({ name, visible, thoughts }) =>
    visible ? [] : [[name, thoughts ? SymbolKind.Variable : SymbolKind.Interface]],
  ),
);
const byRole = new Map<string | undefined, number>([
  ...[...replyRoles].map((name) => [name, SymbolKind.Event] as const),
  ...roles.flatMap(({ name, visible, instructs }): [string, number][] => {
    if (instructs) return [[name, SymbolKind.Module]];
    return visible && name !== modelRole ? [[name, SymbolKind.Object]] : [];
  }),
]);

/** The icon for messages of this role on this channel. */
export function iconFor(role: string | undefined, channel: string | undefined): number {
  return byRole.get(role) ?? byChannel.get(channel) ?? SymbolKind.String;
}

/** The icon of a message. It depends on the role, the channel, and whether the message is a call or a reply. */
export function iconOf({ kind, role, channel }: HeaderInfo, block: Block): number {
  if (isSlot(block)) return SymbolKind.Operator;
  if (kind !== 'plain') return kind === 'call' ? SymbolKind.Function : SymbolKind.Event;
  return iconFor(role, channel);
}

const detailLength = 50;

/** The first line of text in a body, shortened and without control tokens, as plain text. */
export function firstWords(block: Block): string {
  let cachedWords = words.get(block);
  if (cachedWords === undefined) {
    cachedWords = symbolText(wordsOf(block));
    words.set(block, cachedWords);
  }
  return cachedWords;
}

/** The first words of each message. They are cached, because every outline needs all of them, but an edit changes only one message. */
const words = new WeakMap<Block, string>();

/**
 * The first words of a message in a learned dialect, or the tool that it calls. The strings that the chat template writes around them are
 * omitted.
 */
function learnedWordsOf(block: Block): string | undefined {
  const parts = block.family.parts?.(block, headerInfo(block).role);
  const [part] = ['answer', 'call', 'reply', 'thought'].flatMap(
    (kind) => parts?.find((one) => one.kind === kind) ?? [],
  );
  if (part === undefined) return undefined;
  if (part.kind === 'call') return `→ ${part.name?.value ?? '?'}`;
  return lineIn(block.text, part.content.start, part.content.end);
}

function wordsOf(block: Block): string {
  const { text, bodyStart, bodyEnd } = block;
  const learned = block.family.learned && learnedWordsOf(block);
  if (learned !== undefined) return learned;
  let from = bodyStart;
  while (from < bodyEnd && text.charCodeAt(from) <= 32) from++;
  let line = text.slice(from, Math.min(bodyEnd, from + detailLength));
  if (has(block, Trait.OddBody)) line = line.replace(/<(<\|\w+\|>)|<\|\w+\|>\s*/g, '$1').trimStart();
  return firstLineOf(line, bodyEnd - from);
}

function lineIn(text: string, start: number, end: number): string {
  const from = start + (/^\s*/.exec(text.slice(start, end))?.[0].length ?? 0);
  return firstLineOf(text.slice(from, Math.min(end, from + detailLength)), end - from);
}

/** The first line of a text, shortened. `line`: the beginning of the text. `length`: the length of the whole text. */
function firstLineOf(line: string, length: number): string {
  const end = line.search(/[\r\n]/);
  if (end >= 0) return line.slice(0, end);
  if (length <= detailLength) return line;
  // Removes a partial token, or half of a surrogate pair, at the end.
  return `${line.replace(/<\|?\w*\|?$|[\uD800-\uDBFF]$/, '')}…`;
}

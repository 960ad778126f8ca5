/** Summarizes a document: its dialect and header, its messages with their ranks, its reasoning, and facts about a session. */
import { type ConversationMessage, calledTool, textOfPieces } from '../convert/conversation.ts';
import { answerChannel, channels, roles } from '../grammar/index.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import { headerValues } from '../syntax/document-header/values.ts';
import { learnedName } from '../syntax/families/index.ts';
import { append } from '../syntax/lists.ts';
import { callsIn } from './calls.ts';
import { conversationsIn, type Unread } from './conversations.ts';
import { type SessionSummary, sessionIn, summaryOf } from './session.ts';
import { lineOf } from './turn-messages.ts';
import { turnsIn } from './turns.ts';

interface RankedMessage {
  /** The rank in the hierarchy of instructions (2.2 §4): 1 has the highest authority. */
  readonly rank: number | undefined;
  readonly role: string | undefined;
  readonly name?: string | undefined;
  /** The effective channel: `final` if none is written (2.2 §5). */
  readonly channel: string;
  readonly line: number;
  readonly characters: number;
}

interface Section {
  /** The marker that begins the section, such as `start_reason`; undefined if there is none. */
  readonly marker: string | undefined;
  readonly line: number;
  readonly characters: number;
}

export interface Overview {
  readonly dialect: string;
  readonly session?: SessionSummary;
  readonly version?: string | undefined;
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
  readonly messages: readonly RankedMessage[];
  readonly thoughts: readonly Section[];
}

const ranks = new Map(roles.map(({ name, rank }) => [name, rank]));
const thoughtChannels = new Set(channels.flatMap(({ name, thoughts }) => (thoughts ? name : [])));

export function overviewOf(document: AnyDocument, unread?: Unread): Overview {
  const messages: RankedMessage[] = [];
  const thoughts: Section[] = [];
  for (const { items } of conversationsIn(document, unread))
    for (const { start, said } of items)
      for (const one of said) {
        const { role, channel = answerChannel, attributes, pieces } = one;
        const line = lineOf(document, start);
        const rank = ranks.get(role ?? '');
        messages.push({
          rank,
          role,
          name: attributes.get('name'),
          channel,
          line,
          characters: textOfPieces(pieces).length,
        });
        if (thoughtChannels.has(channel) && calledTool(one) === undefined) append(thoughts, sections(one, line));
      }
  messages.sort((a, b) => (a.rank ?? ranks.size + 1) - (b.rank ?? ranks.size + 1));
  const session = sessionIn(document);
  return {
    dialect: learnedName(document.dialect) ?? document.dialect,
    ...(session && { session: summaryOf(session, callsIn(document), turnsIn(document).length) }),
    ...declaredBy(document),
    messages,
    thoughts,
  };
}

/** Returns the version and the capabilities in the document header. */
function declaredBy(document: AnyDocument): Pick<Overview, 'version' | 'capabilities'> {
  if (document.header === undefined) return {};
  const values = headerValues(document.header);
  const inside = values.entries.filter(({ parent }) => parent === 'capabilities');
  const listed = inside.map(({ path, items, value, source }) => [
    path.slice('capabilities.'.length),
    items ? items.map((item) => item.value) : (value ?? source),
  ]);
  return {
    version: values.get('version')?.source,
    ...(listed.length > 0 && { capabilities: Object.fromEntries(listed) }),
  };
}

/** Returns the sections of the reasoning in a message. Each section extends to the next marker. */
function sections({ pieces }: ConversationMessage, line: number): Section[] {
  const reasoningSections: { marker: string | undefined; line: number; characters: number }[] = [];
  for (const { kind, text } of pieces) {
    const marker = kind === 'token' ? /^<\|(start_\w+)\|>$/.exec(text)?.[1] : undefined;
    if (marker !== undefined || reasoningSections.length === 0) reasoningSections.push({ marker, line, characters: 0 });
    const last = reasoningSections.at(-1);
    if (last && kind !== 'token') last.characters += text.length;
  }
  return reasoningSections;
}

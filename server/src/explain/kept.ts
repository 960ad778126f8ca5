/** What a repair must keep of an output: the text that is said, and every call as a call. */
import { modelRole } from '../grammar/index.ts';
import { parseReference } from '../model/reference/parse.ts';
import type { Format, Parsed } from './parsers/parser.ts';

/** The most that a repair may remove: a few words of a header (UTF-16 units). */
const mostRemoved = 100;

/** Tells whether an edit of a text keeps what the model said: it removes at most words of a header, and calls stay calls. */
export function keeperOf(before: string, format: Format): (after: string) => boolean {
  const most = Math.min(mostRemoved, before.length / 2);
  const counts = kept[format].map((count) => [count, count(before)] as const);
  return (after) => before.length - after.length <= most && counts.every(([count, least]) => count(after) >= least);
}

const bodies = (text: string) => text.split('<|message|>').length;

/** A recipient in a header that is a tool's name, up to the next token. */
const toTool = new RegExp(`(?:^|\\s|>)to=(?!(?:${modelRole}|user|all)\\b)[\\w.-]+`);

/** How many headers name a tool. */
const callsWritten = (text: string) =>
  text
    .split('<|message|>')
    .slice(0, -1)
    .filter((part) => toTool.test(part.slice(part.lastIndexOf('<|start|>') + 1))).length;

/** How many messages are JSON that ends as calls do. */
const callsEnded = (text: string) => text.match(/\}\s{0,9}<\|call\|>/g)?.length ?? 0;

/** How many messages end as calls do, and are none: they go to no tool. */
function spoilt(text: string): number {
  const { messages } = parseReference(text, { strict: false });
  return messages.filter(
    ({ role, recipient = '', to }) =>
      text.startsWith('<|call|>', to - '<|call|>'.length) &&
      (role !== modelRole || recipient === modelRole || !/^[\w.-]+$/.test(recipient)),
  ).length;
}

/** How many messages a parser loses: they are neither shown nor called. */
export const lost = ({ made }: Parsed): number => made.filter(({ as }) => as === 'lost').length;

/** What there must not be less of: of calls in tags, a repair changes none. */
const kept: Readonly<Record<Format, readonly ((text: string) => number)[]>> = {
  harmony: [bodies, callsWritten, callsEnded, (text) => -spoilt(text)],
  chatml: [bodies],
};

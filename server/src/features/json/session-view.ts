/** The facts about a session that views show in addition to its messages: the conversations in the log, the compactions, and the cost. */
import type { SessionDetails, SessionUsage } from '../../../../protocol/views.ts';
import { sessionFormats } from '../../grammar/agent-sessions.ts';
import { listOf, shownContent } from '../../model/json/list.ts';
import type { JsonMessage } from '../../model/json/message.ts';
import { originInSession } from '../../model/json/session-messages.ts';
import { branchId, unitOfBranch } from '../../model/json/sessions/branches.ts';
import type { SessionBranch, SessionFacts } from '../../model/json/sessions/session.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { indexAtMost, lastAtMost } from '../../syntax/json/nodes.ts';
import type { ShownLayers } from '../user-view.ts';

/** The maximum number of branches, and of compactions, that are listed. */
const MAX_LISTED = 200;
/** The maximum length of the quotation from the first message of a branch (UTF-16 units). */
const MAX_WORDS = 60;

/** The unit of a document that is the log of a session. */
function sessionUnitIn({ units }: JsonDocument): JsonUnit | undefined {
  const [unit, ...more] = units;
  return unit && more.length === 0 && listOf(readUnit(unit)).session ? unit : undefined;
}

/** The part of a session that views show, which is the chosen conversation. Undefined if the document is not a session. */
export function branchShown(document: JsonDocument, { branch }: ShownLayers): JsonUnit | undefined {
  const unit = sessionUnitIn(document);
  return unit && unitOfBranch(unit, typeof branch === 'string' ? branch : undefined);
}

/** The number of messages in a part of a session that summaries replaced for the model. */
export const supersededIn = (unit: JsonUnit): number => listOf(readUnit(unit)).session?.superseded.size ?? 0;

/** The details of a session for views. `unit`: the part of the session that is shown. */
export function sessionDetails(
  document: JsonDocument,
  unit: JsonUnit,
  params: ShownLayers,
): SessionDetails | undefined {
  const whole = sessionUnitIn(document);
  if (whole === undefined) return undefined;
  const { session } = listOf(readUnit(whole));
  const branchSession = listOf(readUnit(unit)).session;
  if (session === undefined || branchSession === undefined) return undefined;
  const { branches, usage } = session;
  const isChosen = (one: SessionBranch) => branchId(one) === params.branch;
  const positionOf = ({ start }: { readonly start: number }) => document.positionAt(start);
  // The chosen branch is always included, even beyond the limit.
  const listedBranches = branches.filter((one, i) => i < MAX_LISTED || isChosen(one));
  const branch = unit === whole && branches.length > 0 ? 'all' : branches.some(isChosen) ? params.branch : undefined;
  return {
    format: sessionFormats[session.format],
    ...(branch !== undefined && { branch }),
    branches: listedBranches.map((one) => ({
      id: branchId(one),
      kind: one.kind,
      position: positionOf(one),
      count: one.count,
      ...(params.debug === true && { words: firstWords(readUnit(whole), one) }),
    })),
    branchCount: branches.length,
    compactions: branchSession.compactions
      .slice(-MAX_LISTED)
      .map((one) => ({ position: positionOf(one), replaced: one.replaced })),
    ...(usage.total && { usage: usage.total }),
  };
}

function firstWords(reading: ReturnType<typeof readUnit>, { start }: SessionBranch): string {
  const message = lastAtMost(listOf(reading).messages, start, (one) => one.start);
  const text = message ? shownContent(message) : '';
  const words = text
    .slice(0, 10 * MAX_WORDS)
    .trim()
    .replace(/\s+/g, ' ');
  return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).replace(/[\uD800-\uDBFF]$/, '')}…` : words;
}

/** The details of a single message in a session, for views with hidden layers. */
export function messageDetails(session: SessionFacts | undefined, message: JsonMessage) {
  const origin = session && originInSession(message);
  if (origin === undefined) return {};
  const usage: SessionUsage | undefined = origin.isFirst ? session?.usage.messages.get(origin.node.start) : undefined;
  const aside = session?.asides.get(origin.node);
  const timestamp = session?.times[indexAtMost(session.times, message.start, ({ start }) => start)];
  const time = timestamp && timeText(timestamp.time);
  return { ...(usage && { usage }), ...(aside && { aside }), ...(time !== undefined && { time }) };
}

/** A time in milliseconds since 1970 as ISO 8601. Undefined if it is too large for a date. */
function timeText(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

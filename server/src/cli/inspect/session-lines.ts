/** Prints the log of a session for people: the agent, its activity and cost, and the contents of the log besides the conversation. */
import { sessionFormats } from '../../grammar/agent-sessions.ts';
import { answerChannel, modelRole } from '../../grammar/index.ts';
import type { Overview } from '../../inspect/overview.ts';
import type { SessionSummary } from '../../inspect/session.ts';
import type { Aside } from '../../model/json/sessions/session.ts';
import { getOwn } from '../../syntax/get-own.ts';

export const many = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
export const countLine = (n: number, what: string): string => `${String(n).padStart(9)}  ${what}`;
/** Returns a heading with its lines; an empty list if there are no lines. */
export const some = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines];

const asideWords: Readonly<Record<Aside, string>> = {
  branch: 'on abandoned branches',
  'rolled-back': 'that were rolled back',
  'sub-agent': 'from sub-agents',
};

/** Returns the summary of a session. Messages are only counted, since there can be thousands. */
export function sessionLines(session: SessionSummary, messages: Overview['messages']): string[] {
  const { format, id, begin, end, asides, compactions, missing, others, calls, turns } = session;
  const statuses = Object.entries(calls.statuses).map(([status, count]) => `${count} ${status}`);
  const done = [
    ...(turns > 0 ? [many(turns, 'turn')] : []),
    ...(calls.count > 0 ? [`${many(calls.count, 'call')} (${statuses.join(', ')})`] : []),
  ];
  return [
    `${sessionFormats[format]}${id === undefined ? '' : ` ${id}`}`,
    ...(begin === undefined || end === undefined ? [] : [`  from ${begin} to ${end}`]),
    ...(done.length > 0 ? [`  ${done.join(', ')}`] : []),
    ...failedLine(calls.failed),
    ...usageLine(session),
    ...Object.entries(asideWords).flatMap(([aside, words]) => {
      const count = getOwn(asides, aside);
      return count === undefined ? [] : `  ${many(count, 'message')} ${words}`;
    }),
    ...(compactions > 0 ? [`  ${many(compactions, 'compaction')}`] : []),
    ...(missing.length > 0 ? [`  not in the log: ${missing.join(', ')}`] : []),
    ...some(
      'calls, by tool',
      calls.tools.map(({ name, count, failed }) =>
        countLine(count, `${name}${failed === 0 ? '' : `, ${failed} of them failed`}`),
      ),
    ),
    ...some('messages, by role (highest authority first)', messageLines(messages)),
    ...some(
      'records that are not messages',
      others.map(({ kind, meaning, count }) => countLine(count, `${kind} (${meaning})`)),
    ),
  ];
}

/**
 * The maximum number of failed calls whose numbers are listed. If there are more, the last ones are listed; `--status failed` lists all.
 */
const MAX_NUMBERS = 12;

/** Returns a line with the numbers of the failed calls, which can be passed to `--call`. */
function failedLine(numbers: readonly number[]): string[] {
  if (numbers.length === 0) return [];
  const isAll = numbers.length <= MAX_NUMBERS;
  const numbersText = numbers.slice(-MAX_NUMBERS).join(', ');
  return [
    `  failed: ${isAll ? `call${numbers.length === 1 ? '' : 's'} ${numbersText}` : `${numbers.length} calls, most recently ${numbersText}`}`,
  ];
}

function usageLine({ usage }: SessionSummary): string[] {
  if (usage === undefined) return [];
  const { input, cached, output, cost } = usage;
  const tokens = [
    ...(input === undefined ? [] : [`${input} input`]),
    ...(cached === undefined || cached === 0 ? [] : [`${cached} cached`]),
    ...(output === undefined ? [] : [`${output} output`]),
  ];
  const parts = [
    ...(tokens.length > 0 ? [`tokens: ${tokens.join(', ')}`] : []),
    ...(cost === undefined ? [] : [`$${cost.toFixed(2)}`]),
  ];
  return parts.length > 0 ? [`  ${parts.join('; ')}`] : [];
}

/** Returns lines about the messages, which are in order of authority. */
function messageLines(messages: Overview['messages']): string[] {
  const sums = new Map<string, { count: number; characters: number }>();
  for (const { role = '?', channel, characters } of messages) {
    const who = role === modelRole || channel !== answerChannel ? `${role} on ${channel}` : role;
    const sum = sums.get(who) ?? { count: 0, characters: 0 };
    sums.set(who, sum);
    sum.count++;
    sum.characters += characters;
  }
  return [...sums].map(([who, { count, characters }]) => countLine(count, `${who}: ${many(characters, 'character')}`));
}

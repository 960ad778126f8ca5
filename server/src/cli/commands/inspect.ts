/** `ocml inspect`: what is in a document, for people or as JSON. */
import { type AnyDocument, openDocument } from '../../documents/document.ts';
import { answerChannel, modelRole } from '../../grammar/index.ts';
import type { Unread } from '../../inspect/conversations.ts';
import { conversationsIn } from '../../inspect/conversations.ts';
import {
  type Call,
  callsIn,
  type Overview,
  overviewOf,
  type Stats,
  statsIn,
  type Turn,
  turnsIn,
} from '../../inspect/inspect.ts';
import { dialects } from '../dialects.ts';
import { type Output, print, printAside, writeDocument } from '../output.ts';
import { answersIn, whyNoMessages } from '../stream/answer-events.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { notRead, oneFile, placesIn, readNamed } from './one-file.ts';

export const inspect = command(table.inspect, async ({ calls, turns, stats, format, dialect, ...values }, operands) => {
  const source = oneFile(operands, values);
  const { file } = source;
  const [what, input] = [
    calls ? 'calls' : turns ? 'turns' : stats ? 'stats' : 'overview',
    values['tool-input'],
  ] as const;
  const complain = (message: string) => void printAside([`ocml inspect: ${message}`]);
  const chosen = dialects(dialect, complain)(file);
  const { name, text, added } = answersIn(file, { name: file, text: (await readNamed(source)).text }, 'inspect');
  const document = openDocument(name, 'ocml', 0, text, added ? undefined : chosen);
  const refused = whyNoMessages(document);
  if (refused !== undefined) {
    complain(`${file}: ${refused}`);
    return 1;
  }
  if (input !== undefined) return await toolInput(callsIn(document), input, file);
  const unread: number[] = [];
  const output = views[what](document, format === 'json', (at) => unread.push(at));
  await print(output);
  const [first] = unread;
  if (first === undefined) {
    const isNone = Array.isArray(output) && output.length === 0;
    if (text.length > MAX_SNIFFED_LENGTH || hasMessages(document)) {
      if (isNone) complain(`${file}: ${noneOf[what]}`);
      return 0;
    }
    complain(`${file}: it contains no message`);
    return 1;
  }
  await printAside([`ocml inspect: ${placesIn(file, text)(first)}: ${notRead(unread.length)}`]);
  return 1;
});

/** A longer document is not read once more to see whether anything is in it (UTF-16 units). */
const MAX_SNIFFED_LENGTH = 100_000;

const hasMessages = (document: AnyDocument) =>
  [...conversationsIn(document)].some(({ messages }) => messages.length > 0);

/** The body of one call and nothing else: no other message is for a tool (2.2 §8.3). */
async function toolInput(calls: readonly Call[], id: string, file: string): Promise<number> {
  const found = calls.filter((call) => call.id === id);
  const [call] = found;
  if (call !== undefined && found.length === 1) {
    await writeDocument(call.input);
    return 0;
  }
  const lines = found.map(({ line }) => line).join(', ');
  const why =
    call === undefined ? `no call has the id ${id}` : `several calls have the id ${id}, on the lines ${lines}`;
  await printAside([`ocml inspect: ${file}: ${why}; --calls lists them`]);
  return 1;
}

type View = (document: AnyDocument, json: boolean, unread: Unread) => Output;

/** Reads something, and gives it as JSON, or as lines. */
function view<T>(
  read: (document: AnyDocument, unread: Unread) => T,
  lines: (value: T) => string[],
  data: (value: T) => unknown = (value) => value,
): View {
  return (document, json, unread) => {
    const value = read(document, unread);
    return json ? { json: `${JSON.stringify(data(value), null, 2)}\n` } : lines(value);
  };
}

const counted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([name, n]) => `${String(n).padStart(9)}  ${name}`);
const some = (heading: string, lines: readonly string[]) => (lines.length === 0 ? [] : [heading, ...lines]);

const many = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;

const callLines = (all: readonly Call[]) =>
  all.map(({ id, to, status, turn, line }) => `${id}  ${to}  ${status}  turn ${turn}, line ${line}`);

const withoutInput = (all: readonly Call[]) => all.map(({ input: _, ...call }) => call);

const turnLines = (all: readonly Turn[]) =>
  all.map(({ turn, line, messages, calls, answered }) => {
    const called = calls.length === 0 ? '' : `, calls ${calls.join(', ')}`;
    return `turn ${turn}, line ${line}: ${many(messages, 'message')}${called}${answered ? '' : ', no answer'}`;
  });

const statLines = ({ conversations, messages, roles, channels, tools }: Stats) => [
  `${many(messages, 'message')} in ${many(conversations, 'conversation')}`,
  ...some('roles', counted(roles)),
  ...some('channels', counted(channels)),
  ...some('tools that are called', counted(tools)),
];

function overviewLines({ dialect, version, capabilities = {}, messages, thoughts }: Overview): string[] {
  // That an instruction counts as `final` tells nobody who sees it.
  const on = (role: string, channel: string) =>
    role === modelRole || channel !== answerChannel ? ` on ${channel}` : '';
  const said = ({ rank, role = '?', name, channel, line, characters }: Overview['messages'][number]) =>
    `  ${rank ?? '-'}  ${role}${name ? ` ${name}` : ''}${on(role, channel)}, line ${line}: ${many(characters, 'character')}`;
  return [
    `${dialect}${version === undefined ? '' : `, version ${version}`}`,
    ...some(
      'capabilities',
      Object.entries(capabilities).map(([name, value]) => `  ${name}: ${[value].flat().join(', ')}`),
    ),
    ...some('messages, by the authority of who speaks', messages.map(said)),
    ...some(
      'reasoning',
      thoughts.map(
        ({ marker = 'thought', line, characters }) => `  ${marker}, line ${line}: ${many(characters, 'character')}`,
      ),
    ),
  ];
}

/** What is said where a list has nothing in it. */
const noneOf = {
  calls: 'no message in it calls a tool',
  turns: 'the assistant has no turn in it',
  stats: 'there is nothing to count in it',
  overview: 'it contains no message',
} as const;

const views = {
  calls: view(callsIn, callLines, withoutInput),
  turns: view(turnsIn, turnLines),
  stats: view(statsIn, statLines),
  overview: view(overviewOf, overviewLines),
};

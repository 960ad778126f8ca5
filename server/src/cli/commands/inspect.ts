/** `ocml inspect`: lists the contents of a document, for people or as JSON. */
import { type AnyDocument, openNamed } from '../../documents/document.ts';
import { type AnyDialectId, answerChannel, modelRole } from '../../grammar/index.ts';
import { type Call, callsIn, callsWithMessages } from '../../inspect/calls.ts';
import type { Unread } from '../../inspect/conversations.ts';
import { conversationsIn } from '../../inspect/conversations.ts';
import { callInContext, callsNamed } from '../../inspect/one-call.ts';
import { type Overview, overviewOf } from '../../inspect/overview.ts';
import { failures } from '../../inspect/session.ts';
import { type Stats, statsIn } from '../../inspect/stats.ts';
import { type Turn, turnsIn } from '../../inspect/turns.ts';
import type { CallStatus } from '../../model/calls/call-status.ts';
import { foreignLogAdvice } from '../../model/json/shapes/foreign-logs.ts';
import { byKind } from '../../syntax/any-document.ts';
import { readUnit } from '../../syntax/json/json-unit.ts';
import { dialects, namesOfRows } from '../dialects.ts';
import { forEachInput, headings, inputsOf, printEntry } from '../files/several.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { contextLines, secondsOf } from '../inspect/call-lines.ts';
import { inspectedRows } from '../inspect/inspected-rows.ts';
import { printList, printOverview } from '../inspect/print-rows.ts';
import { countLine, many, sessionLines, some } from '../inspect/session-lines.ts';
import { print, printAside, writeDocument } from '../output.ts';
import { rowStats } from '../stats/row-stats.ts';
import { answersIn, whyNoMessages } from '../stream/answer-events.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { notRead, placesIn, readNamed } from './one-file.ts';

export const inspect = command(
  table.inspect,
  async ({ calls, status, tool, turns, stats, call, format, dialect, ...values }, operands) => {
    const { 'tool-input': toolInput, 'stdin-filename': stdinFilename } = values;
    const complain = (message: string) => void printAside([`ocml inspect: ${message}`]);
    const inputs = inputsOf(operands, { command: 'inspect', stdinFilename, dialect });
    const chosen = call ?? toolInput;
    if (inputs.several && chosen !== undefined)
      throw new Error(
        `--${call === undefined ? 'tool-input' : 'call'} CALL needs a single FILE, the one that contains the call`,
      );
    const isChosen = status === undefined && tool === undefined ? undefined : callFilter(status, tool);
    const view = isChosen
      ? callsView(isChosen)
      : views[calls ? 'calls' : turns ? 'turns' : stats ? 'stats' : 'overview'];
    const dialectFor = dialects(dialect, complain);
    const heading = headings(inputs);
    const isEntry = inputs.several && format === 'json';

    const show = async (file: string, data: unknown, lines: readonly string[], error: string | undefined) => {
      if (isEntry) await printEntry({ file, result: data, ...(error !== undefined && { error }) });
      else if (format === 'json') await print({ json: `${JSON.stringify(data, null, 2)}\n` });
      else {
        if (lines.length > 0) await heading(file);
        await print(lines);
      }
    };

    const inspectFile = async (source: Source): Promise<number> => {
      const { file } = source;
      // The rows of a data set are counted one by one and not kept in memory.
      const rows = stats ? await rowStats(source, dialect, complain) : undefined;
      if (rows !== undefined) {
        const why = rows.unread > 0 ? notRead(rows.unread) : undefined;
        await show(file, rows.stats, statLines(rows.stats), why);
        if (why !== undefined) await printAside([`ocml inspect: ${file}:${rows.first}: ${why}`]);
        return why === undefined ? 0 : 1;
      }
      // The other views of a data set are printed while the file is read.
      const listed =
        stats || chosen !== undefined || isEntry ? undefined : await inspectedRows(source, dialect, complain);
      if (listed !== undefined) {
        if (format === 'text') await heading(file);
        let isSome = true;
        if (calls || turns) isSome = await printList(listed, calls ? 'calls' : 'turns', format, linesOfRows, isChosen);
        else await printOverview(listed, format, linesOfRows);
        const { count, first } = listed.unread;
        const [position, reason] =
          count > 0
            ? [`${file}:${first}`, notRead(count)]
            : [file, isSome || format === 'json' ? undefined : view.none];
        if (reason !== undefined) await printAside([`ocml inspect: ${position}: ${reason}`]);
        return count > 0 ? 1 : 0;
      }
      const document = await opened(source, dialectFor);
      const refused = whyNoMessages(document);
      if (refused !== undefined) throw new InputFault(`${file}: ${refused}`);
      if (chosen !== undefined) return await printCall(document, chosen, file, call === undefined ? 'input' : format);
      const { data, lines, unread, isNone } = view.of(document);
      const [first] = unread;
      const why =
        first === undefined
          ? whyNothing(document, isNone && format === 'text' ? view.none : undefined)
          : { code: 1, reason: foreignLogIn(document) ?? notRead(unread.length), place: first };
      await show(file, data, lines, why?.code === 1 ? why.reason : undefined);
      if (why === undefined) return 0;
      await printAside([
        `ocml inspect: ${why.place === undefined ? file : placesIn(file, document.getText())(why.place)}: ${why.reason}`,
      ]);
      return why.code;
    };

    return await forEachInput('inspect', inputs, inputs.sources, inspectFile, ({ file }, reason) =>
      isEntry ? printEntry({ file, error: reason }) : Promise.resolve(),
    );
  },
);

/** Opens the document in a file, or the answers assembled from a stream in it. */
async function opened(source: Source, dialectFor: (file: string) => AnyDialectId | undefined): Promise<AnyDocument> {
  const { file } = source;
  const chosen = dialectFor(file);
  const { name, text, added } = answersIn(file, { name: file, text: (await readNamed(source)).text }, 'inspect');
  return openNamed(name, text, added ? undefined : chosen, namesOfRows()(file));
}

/** Returns advice on a log that another tool has exported in an unsupported format. */
const foreignLogIn = byKind<[], string | undefined>({
  text: () => undefined,
  json({ units: [unit] }) {
    const { root } = unit ? readUnit(unit) : {};
    return root && foreignLogAdvice(root);
  },
});

/** Returns the exit code and the reason why a document that was read as a whole yields no output; undefined if there is output. */
function whyNothing(document: AnyDocument, none: string | undefined) {
  if (document.getText().length > MAX_SNIFFED_LENGTH || hasMessages(document))
    return none === undefined ? undefined : { code: 0, reason: none, place: undefined };
  return { code: 1, reason: 'it contains no message', place: undefined };
}

/** The maximum length of a document that is parsed again to determine whether it is empty (UTF-16 units). */
const MAX_SNIFFED_LENGTH = 100_000;

const hasMessages = (document: AnyDocument) =>
  [...conversationsIn(document)].some(({ messages }) => messages.length > 0);

/** Prints one call: either only its body, which is all that a tool may receive (2.2 §8.3), or the call with its context. */
async function printCall(document: AnyDocument, name: string, file: string, as: 'input' | 'text' | 'json') {
  const { found, byId } = callsNamed([...callsWithMessages(document)], name);
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    if (as === 'input') await writeDocument(only.call.input);
    else {
      const one = callInContext(document, only);
      if (as === 'json') await print({ json: `${JSON.stringify(one, null, 2)}\n` });
      else await print(contextLines(one));
    }
    return 0;
  }
  const lines = found.map(({ call }) => call.line).join(', ');
  const numbers = found.map(({ number }) => number).join(', ');
  const why =
    only !== undefined
      ? `several calls have the id ${name}, on lines ${lines}. Use a number instead of the id: ${numbers}`
      : `no call has the id ${byId ? '' : 'or the number '}${name}; --calls lists all calls`;
  await printAside([`ocml inspect: ${file}: ${why}`]);
  return 1;
}

interface Viewed {
  readonly data: unknown;
  readonly lines: readonly string[];
  /** The offsets of values that are not conversations. */
  readonly unread: readonly number[];
  readonly isNone: boolean;
}

interface View {
  /** The message that is printed if the view is empty. */
  readonly none: string | undefined;
  of(document: AnyDocument): Viewed;
}

/** Returns a view that reads values from a document, and converts them to data and lines. */
function view<T>(
  read: (document: AnyDocument, unread: Unread) => T,
  linesOf: (value: T) => string[],
  { none, dataOf = (value) => value }: { none?: string; dataOf?: (value: T) => unknown } = {},
): View {
  return {
    none,
    of(document) {
      const unread: number[] = [];
      const value = read(document, (at) => unread.push(at));
      const lines = linesOf(value);
      return { data: dataOf(value), lines, unread, isNone: lines.length === 0 };
    },
  };
}

const counted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([name, n]) => countLine(n, name));

/** A call. If only some calls are listed, `number` is its number in the full list. */
type ListedCall = Call & { readonly number?: number };

/** Returns a line for each call. Each line has a number, because ids are long in sessions, and can repeat in the rows of a data set. */
const callLines = (all: readonly ListedCall[]) =>
  all.map(({ id, to, status, turn, line, duration, input, number = 0 }, i) => {
    const position = `turn ${turn}, line ${line}${secondsOf(duration)}`;
    return `${number || i + 1}  ${id}  ${to}  ${status}  ${position}  ${shortened(input)}`.trimEnd();
  });

/** The maximum length of the shown arguments (UTF-16 units), which is enough to distinguish calls. */
const MAX_ARGUMENTS_LENGTH = 100;

/** Returns the beginning of a text as a single line. */
function shortened(text: string): string {
  const line = text
    .slice(0, 2 * MAX_ARGUMENTS_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_ARGUMENTS_LENGTH || text.length > 2 * MAX_ARGUMENTS_LENGTH
    ? `${line.slice(0, MAX_ARGUMENTS_LENGTH)}…`
    : line;
}

const withoutInput = (all: readonly ListedCall[]) =>
  all.map(({ input: _input, inSession: _inSession, ...call }) => call);

const turnLines = (all: readonly Turn[]) =>
  all.map(({ turn, line, messages, calls, answered, failed, question = '' }) => {
    const quote = question.trim() === '' ? '' : ` “${shortened(question)}”`;
    const failures = failed === undefined || failed === 0 ? '' : ` (${failed} failed)`;
    const list = failed === undefined ? `calls ${calls.join(', ')}` : `${many(calls.length, 'call')}${failures}`;
    const called = calls.length === 0 ? '' : `, ${list}`;
    return `turn ${turn}, line ${line}${quote}: ${many(messages, 'message')}${called}${answered ? '' : ', no answer'}`;
  });

const statLines = ({ conversations, messages, roles, channels, tools }: Stats) => [
  `${many(messages, 'message')}${messages === 0 ? '' : ` in ${many(conversations, 'conversation')}`}`,
  ...some('roles', counted(roles)),
  ...some('channels', counted(channels)),
  ...some('called tools', counted(tools)),
];

function overviewLines(overview: Overview): string[] {
  const { session } = overview;
  return session ? sessionLines(session, overview.messages) : documentLines(overview);
}

function documentLines({ dialect, version, capabilities = {}, messages, thoughts }: Overview): string[] {
  // The `final` channel is shown only for the assistant, since it has no meaning for other roles.
  const on = (role: string, channel: string) =>
    role === modelRole || channel !== answerChannel ? ` on ${channel}` : '';
  const messageLine = ({ rank, role = '?', name, channel, line, characters }: Overview['messages'][number]) =>
    `  ${rank ?? '-'}  ${role}${name ? ` ${name}` : ''}${on(role, channel)}, line ${line}: ${many(characters, 'character')}`;
  return [
    ...[`${dialect}${version === undefined ? '' : `, version ${version}`}`],
    ...some(
      'capabilities',
      Object.entries(capabilities).map(([name, value]) => `  ${name}: ${[value].flat().join(', ')}`),
    ),
    ...some('messages, by the rank of their role (1 is the highest authority)', messages.map(messageLine)),
    ...some(
      'reasoning',
      thoughts.map(
        ({ marker = 'thought', line, characters }) => `  ${marker}, line ${line}: ${many(characters, 'character')}`,
      ),
    ),
  ];
}

const linesOfRows = { calls: callLines, turns: turnLines, overview: overviewLines, withoutInput };

/** Returns a function that selects calls by their outcome and their tool. */
const callFilter =
  (status: CallStatus | 'failed' | undefined, tool: string | undefined) =>
  (call: Call): boolean =>
    (status === undefined || call.status === status || (status === 'failed' && failures.has(call.status))) &&
    (tool === undefined || call.to === tool || call.to.endsWith(`.${tool}`));

/** Returns a view of the selected calls, each with its number in the full list. */
const callsView = (isChosen: (call: Call) => boolean): View =>
  view(
    (document, unread) =>
      callsIn(document, unread).flatMap((call, i): ListedCall[] =>
        isChosen(call) ? [{ number: i + 1, ...call }] : [],
      ),
    callLines,
    { none: 'it contains no matching call', dataOf: withoutInput },
  );

/** The views of a document. `none`: the message that is printed if the view is empty. */
const views = {
  calls: view(callsIn, callLines, { none: 'it contains no tool calls', dataOf: withoutInput }),
  turns: view(turnsIn, turnLines, { none: 'it contains no assistant turns' }),
  stats: view(statsIn, statLines),
  overview: view(overviewOf, overviewLines),
};

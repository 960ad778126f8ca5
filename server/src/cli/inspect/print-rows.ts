/** Prints the contents of a data set while it is read. The output is the same as for a document that is read as a whole. */
import type { Call } from '../../inspect/calls.ts';
import type { Overview } from '../../inspect/overview.ts';
import type { Turn } from '../../inspect/turns.ts';
import { placeOf } from '../files/replace.ts';
import { createTemporaryFile, type TemporaryFile } from '../files/temporary.ts';
import { print } from '../output.ts';
import { type InspectedRows, listsOfRows, overviews } from './inspected-rows.ts';

/** Formats the parts of a view as lines for people. */
export interface LinesOfRows {
  calls(all: readonly Call[]): readonly string[];
  turns(all: readonly Turn[]): readonly string[];
  overview(one: Overview): readonly string[];
  /** Converts calls to data for JSON. */
  withoutInput(all: readonly Call[]): readonly unknown[];
}

type Format = 'text' | 'json';
/** The length of the text that is printed at once (UTF-16 units). */
const BATCH = 1 << 16;

/** Prints text or JSON in batches. */
class Printer {
  private waiting: string[] = [];
  private length = 0;
  isClosed = false;

  constructor(private readonly format: Format) {}

  async add(text: string): Promise<void> {
    this.waiting.push(text);
    this.length += text.length;
    if (this.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const { waiting } = this;
    this.waiting = [];
    this.length = 0;
    const isRead = await print(this.format === 'json' ? { json: waiting.join('') } : waiting);
    this.isClosed ||= !isRead;
  }
}

const indented = (value: unknown, by: string): string =>
  by + JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);

/** Prints the turns, or the calls (all of them, or those selected by `isChosen`). Returns whether there are any. */
export async function printList(
  rows: InspectedRows,
  what: 'calls' | 'turns',
  format: Format,
  { calls, turns, withoutInput }: LinesOfRows,
  isChosen?: (call: Call) => boolean,
): Promise<boolean> {
  const printer = new Printer(format);
  const each: AsyncGenerator<{ readonly lines: readonly string[]; readonly data: unknown }> =
    what === 'calls'
      ? mapped(filtered(listsOfRows.calls(rows), isChosen ?? (() => true)), (one) => {
          // If all calls are listed, JSON omits the number of a call, since it follows from the call's index.
          const { number: _number, ...call } = one;
          return { lines: calls([one]), data: withoutInput([isChosen ? one : call])[0] };
        })
      : mapped(listsOfRows.turns(rows), (one) => ({ lines: turns([one]), data: one }));
  let hasAny = false;
  for await (const { lines, data } of each) {
    if (format === 'json') await printer.add(`${hasAny ? ',' : '['}\n${indented(data, '  ')}`);
    else for (const line of lines) await printer.add(line);
    hasAny = true;
    if (printer.isClosed) break;
  }
  if (format === 'json') await printer.add(hasAny ? '\n]\n' : '[]\n');
  await printer.flush();
  return hasAny;
}

async function* filtered<T>(all: AsyncGenerator<T>, is: (one: T) => boolean): AsyncGenerator<T> {
  for await (const one of all) if (is(one)) yield one;
}

async function* mapped<In, Out>(all: AsyncGenerator<In>, to: (one: In) => Out): AsyncGenerator<Out> {
  for await (const one of all) yield to(one);
}

/**
 * Prints all messages by role (highest authority first), and the reasoning. Entries are collected by rank, and stored in temporary files if
 * there are many.
 */
export async function printOverview(rows: InspectedRows, format: Format, { overview }: LinesOfRows): Promise<void> {
  const none = { dialect: rows.dialect, messages: [], thoughts: [] };
  const spools = new Map<number, Spool>();
  const thoughts = new Spool();
  const spoolOf = (rank: number) => {
    const spool = spools.get(rank) ?? new Spool();
    spools.set(rank, spool);
    return spool;
  };
  // The first two lines are dropped: the heading of the overview, and the heading of the section.
  const inLines = (one: Partial<Overview>) =>
    overview({ ...none, ...one })
      .slice(2)
      .join('\n');
  try {
    for await (const { messages, thoughts: all } of overviews(rows)) {
      for (const one of messages)
        spoolOf(one.rank ?? Number.POSITIVE_INFINITY).add(
          format === 'json' ? indented(one, '    ') : inLines({ messages: [one] }),
        );
      for (const one of all) thoughts.add(format === 'json' ? indented(one, '    ') : inLines({ thoughts: [one] }));
    }
    const parts = [...spools].sort(([a], [b]) => a - b).map(([, spool]) => spool);
    const printer = new Printer(format);
    const [heading] = overview(none);
    if (format === 'json') await printer.add(`{\n  "dialect": ${JSON.stringify(rows.dialect)},\n  "messages": [`);
    else await printer.add(heading as string);
    await printParts(
      printer,
      parts,
      format,
      format === 'text' ? overview({ ...none, messages: [sample] })[1] : undefined,
    );
    if (format === 'json') await printer.add(`${parts.length > 0 ? '\n  ' : ''}],\n  "thoughts": [`);
    await printParts(
      printer,
      thoughts.isEmpty ? [] : [thoughts],
      format,
      format === 'text'
        ? overview({ ...none, thoughts: [{ marker: undefined, line: 1, characters: 0 }] })[1]
        : undefined,
    );
    if (format === 'json') await printer.add(`${thoughts.isEmpty ? '' : '\n  '}]\n}\n`);
    await printer.flush();
  } finally {
    for (const spool of [...spools.values(), thoughts]) await spool.close();
  }
}

/** A message from which the heading of the messages is formatted, since the heading is the same for all messages. */
const sample: Overview['messages'][number] = {
  rank: 1,
  role: undefined,
  channel: '',
  line: 1,
  characters: 0,
};

async function printParts(printer: Printer, parts: readonly Spool[], format: Format, heading: string | undefined) {
  if (parts.length > 0 && heading !== undefined) await printer.add(heading);
  let isFirst = true;
  for (const part of parts)
    for await (const entry of part.entries()) {
      await printer.add(format === 'json' ? `${isFirst ? '' : ','}\n${entry}` : entry);
      isFirst = false;
      if (printer.isClosed) return;
    }
}

/** The separator between entries, which occurs neither in text for people nor in JSON. */
const END = '\0';

/** Entries in order. As long as there are few entries, they are kept in memory. */
class Spool {
  private waiting: string[] = [];
  private length = 0;
  private file: TemporaryFile | undefined;
  isEmpty = true;

  add(entry: string): void {
    this.isEmpty = false;
    this.waiting.push(entry);
    this.length += entry.length;
    if (this.length < BATCH) return;
    this.file ??= createTemporaryFile(placeOf('-').beside);
    this.file.write(this.waiting.map((one) => one.replaceAll(END, '\uFFFD') + END).join(''));
    this.waiting = [];
    this.length = 0;
  }

  async *entries(): AsyncGenerator<string> {
    if (this.file) {
      let open = '';
      const decoder = new TextDecoder();
      for await (const chunk of this.file.read()) {
        const all = (open + decoder.decode(chunk, { stream: true })).split(END);
        open = all.pop() as string;
        yield* all;
      }
    }
    yield* this.waiting;
  }

  async close(): Promise<void> {
    await this.file?.close();
  }
}

/**
 * Converts an Inspect log in archive format (`.eval`) to its JSON format (`.json`): the header, and the samples in `samples`.
 * Samples that are split into several entries are assembled.
 */
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { ArchiveError, type ArchiveSource, entriesOf, readEntry, type Unpack, type ZipEntry } from './zip.ts';

/**
 * Matches the name of an entry for a sample. The groups are the id and the epoch of the sample and, if the sample is split, the
 * part of it in the entry.
 */
const sampleEntry =
  /^samples\/(.+)_epoch_(\d+)(?:\.json|\/(sample\.json|(?:messages|events|calls|attachments)\/\d+\.json))$/s;

interface Sample {
  readonly id: string;
  readonly epoch: number;
  /** The entry with the whole sample, if it is not split. */
  whole?: ZipEntry;
  /** The entry with everything except the sequences, if the sample is split. */
  shell?: ZipEntry;
  /** The entries with the sequences of a split sample, by the name of the sequence and the index of their first item. */
  readonly chunks: Map<string, Map<number, ZipEntry>>;
}

/** Yields the text of the log in pieces. Throws an `ArchiveError` if the archive is invalid. */
export async function* evaluationText(source: ArchiveSource, unpack: Unpack): AsyncGenerator<string> {
  const entries = await entriesOf(source);
  const textOf = async (entry: ZipEntry) => decoded(await readEntry(source, entry, unpack), entry.name);
  const samples = samplesIn(entries);
  // The header is written at the end of an evaluation, so the log of an unfinished evaluation only has the beginning of the journal.
  const header = entries.get('header.json') ?? entries.get('_journal/start.json');
  if (header === undefined && samples.length === 0) throw new ArchiveError('it is an archive, but not an Inspect log');
  const begun = header ? insideOf(await textOf(header), '{', '}', header.name) : '"version":2,"status":"started"';
  yield `{${begun}${begun.trim() === '' ? '' : ','}"samples":[`;
  for (const [i, sample] of samples.entries()) {
    if (i > 0) yield '\n,';
    if (sample.whole) yield `{${insideOf(await textOf(sample.whole), '{', '}', sample.whole.name)}}`;
    else if (sample.shell) yield* chunkedSample(sample, sample.shell, textOf);
  }
  yield ']}\n';
}

/** The samples in an archive, sorted as in Inspect's logs: by epoch and id. */
function samplesIn(entries: ReadonlyMap<string, ZipEntry>): readonly Sample[] {
  const samples = new Map<string, Sample>();
  for (const [name, entry] of entries) {
    const [, id, epoch, part] = sampleEntry.exec(name) ?? [];
    if (id === undefined || epoch === undefined) continue;
    const key = `${epoch} ${id}`;
    const sample: Sample = samples.get(key) ?? { id, epoch: Number(epoch), chunks: new Map() };
    samples.set(key, sample);
    if (part === undefined) sample.whole = entry;
    else if (part === 'sample.json') sample.shell = entry;
    else addChunk(sample, part, entry);
  }
  const all = [...samples.values()].filter(({ whole, shell }) => (whole ?? shell) !== undefined);
  const collator = new Intl.Collator('en', { numeric: true });
  return all.sort((a, b) => a.epoch - b.epoch || collator.compare(a.id, b.id));
}

function addChunk({ chunks }: Sample, part: string, entry: ZipEntry): void {
  const [sequence = '', name = ''] = part.split('/');
  const entryByNumber = chunks.get(sequence) ?? new Map<number, ZipEntry>();
  entryByNumber.set(Number.parseInt(name, 10), entry);
  chunks.set(sequence, entryByNumber);
}

/** Assembles a split sample, which refers to messages by index and to texts by their index in `attachments`. */
async function* chunkedSample(
  { chunks }: Sample,
  shell: ZipEntry,
  textOf: (entry: ZipEntry) => Promise<string>,
): AsyncGenerator<string> {
  const sequence = async (name: string): Promise<string[]> => {
    const items: string[] = [];
    for (const [first, entry] of [...(chunks.get(name) ?? [])].sort(([a], [b]) => a - b)) {
      if (first !== items.length)
        throw new ArchiveError(`entries are missing or duplicated before its entry ${entry.name}`);
      const text = await textOf(entry);
      const { root } = readJson(text);
      for (const item of root?.kind === 'array' ? root.items : []) items.push(text.slice(item.start, item.end));
    }
    return items;
  };
  const text = await textOf(shell);
  const { root } = readJson(text);
  const members = root?.kind === 'object' ? root.members : [];
  const memberTexts = members.flatMap(({ key, value }) =>
    value && key.value !== refsMember ? `${text.slice(key.start, key.end)}:${text.slice(value.start, value.end)}` : [],
  );
  const pool = await sequence('messages');
  const messages = messagesOf(memberOf(root, refsMember)?.value, pool);
  const attachments = (await sequence('attachments')).map((one, i) => `"${i}":${one}`);
  yield `{${[...memberTexts, `"attachments":{${attachments.join(',')}}`].join(',')},"messages":[`;
  yield* listed(messages);
  yield '],"events":[';
  yield* listed(await sequence('events'));
  yield '],"events_data":{"calls":[';
  yield* listed(await sequence('calls'));
  yield ']}}';
}

/** The key under which a sample refers to messages in the pool: by single indexes, or by ranges with an exclusive end. */
const refsMember = 'message_refs';

function messagesOf(refs: JsonNode | undefined, pool: readonly string[]): readonly string[] {
  if (refs?.kind !== 'array') return pool;
  const messages: string[] = [];
  for (const ref of refs.items) {
    const [from, to] = ref.kind === 'array' ? ref.items.map(({ kind, ...one }) => numberOf(kind, one)) : [];
    const start = ref.kind === 'number' ? Number(ref.value) : from;
    const end = ref.kind === 'number' ? Number(ref.value) + 1 : to;
    if (start === undefined || end === undefined) continue;
    if (end > pool.length) throw new ArchiveError('a sample refers to messages that it does not contain');
    for (const message of pool.slice(Math.max(0, start), Math.max(0, end))) messages.push(message);
    if (messages.length > MAX_MESSAGES) throw new ArchiveError('a sample repeats its messages endlessly');
  }
  return messages;
}

/** The maximum number of messages in a sample. Without a limit, references could repeat the same messages endlessly. */
const MAX_MESSAGES = 1_000_000;

const numberOf = (kind: string, one: object): number | undefined =>
  kind === 'number' && 'value' in one && typeof one.value === 'number' ? one.value : undefined;

function* listed(values: readonly string[]): Generator<string> {
  for (const [i, value] of values.entries()) yield i > 0 ? `,${value}` : value;
}

/** Returns the text between the outer brackets of a value. */
function insideOf(text: string, open: string, close: string, name: string): string {
  const value = text.trim();
  if (value.startsWith(open) && value.endsWith(close) && value.length > 1) return value.slice(1, -1);
  throw new ArchiveError(`its entry ${name} is not valid JSON of the expected shape`);
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArchiveError(`its entry ${name} is not UTF-8`);
  }
}

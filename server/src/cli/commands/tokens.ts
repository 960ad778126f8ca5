/** `ocml tokens`: converts text to token ids and back, and counts tokens. */

import { openNamed } from '../../documents/document.ts';
import { countsOf } from '../../inspect/counts.ts';
import { dialects, namesOfRows } from '../dialects.ts';
import { InputFault } from '../input-fault.ts';
import { printAside, writeDocument } from '../output.ts';
import { answersIn } from '../stream/answer-events.ts';
import { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import { MAX_MARKERS, markersIn } from '../tokens/markers.ts';
import { tokenPrinters } from '../tokens/print.ts';
import { rowTokens } from '../tokens/row-tokens.ts';
import { locatedError, otherThanUsual, type Vocabulary, vocabularyOf } from '../vocabulary.ts';
import { command } from './command.ts';
import { type OneFile, oneFile, placesIn, readNamed, writeResult } from './one-file.ts';

type Options = Values<typeof table.tokens.options>;

export const tokens = command(table.tokens, async (options, operands) => {
  const where = oneFile(operands, options);
  const tokenizer = vocabularyOf(options);
  const isCount = !options.decode && !options.encode;
  if (isCount && where.output !== undefined) throw new Error('-o needs --encode or --decode');
  if (isCount && (await countRows(where, tokenizer, options))) return 0;
  const { text } = await readNamed(where);
  try {
    if (options.decode) await writeResult(decoded(text, tokenizer), where);
    else if (options.encode) await write(encoded(text, tokenizer), where);
    else await count(text, tokenizer, where, options);
  } catch (error) {
    throw locatedError(error, text, tokenizer, placesIn(where.file, text));
  }
  return 0;
});

/** Yields all ids as one array on one line, chunk by chunk. */
function* encoded(text: string, vocabulary: Vocabulary): Generator<string> {
  let opener = '[';
  const pieces = vocabulary.encode(text);
  const inTime = vocabulary.within(text.length);
  for (;;) {
    const { value: ids } = inTime(() => pieces.next());
    if (ids === undefined) break;
    if (ids.length === 0) continue;
    yield opener + ids.join(',');
    opener = ',';
  }
  yield opener === '[' ? '[]\n' : ']\n';
}

async function write(parts: Iterable<string>, where: OneFile): Promise<void> {
  if (where.output !== undefined) return writeResult([...parts].join(''), where);
  for (const part of parts) if (!(await writeDocument(part))) return;
}

/** Decodes one list of ids to its text. Several lists, one per line, are decoded to one JSON string per line. */
function decoded(text: string, vocabulary: Vocabulary): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const single = /^\s*\[/.test(lines[0] ?? '') ? lists(lines) : [numbers(text)];
  const texts = single.map((ids) => vocabulary.within(ids.length)(() => vocabulary.decode(ids)));
  return texts.length === 1 ? (texts[0] as string) : texts.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Returns the ids of one array, which may span several lines, or of several arrays, one per line. */
function lists(lines: readonly string[]): number[][] {
  const isWhole = lines.every((line) => /^\s*\[.*\]\s*$/.test(line));
  return isWhole ? lines.map(numbers) : [numbers(lines.join('\n'))];
}

/** Reads numbers that are in a JSON array, or are separated by spaces or commas, as in logs and test data. */
function numbers(text: string): number[] {
  const inner = /^\s*\[([\s\S]*)\]\s*$/.exec(text)?.[1] ?? text;
  const words = inner.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !/^\d{1,9}$/.test(word));
  if (wrong !== undefined)
    throw new InputFault(
      `\`${wrong.slice(0, 40)}\` is not a token id: --decode takes an array of numbers, or one per line`,
    );
  return words.map(Number);
}

const complain = (message: string) => void printAside([`ocml tokens: ${message}`]);

/** Counts the tokens of a data set piece by piece. Returns false if the file is not a data set. */
async function countRows(where: OneFile, vocabulary: Vocabulary, options: Options): Promise<boolean> {
  const rows = await rowTokens(where, options.dialect, options, complain);
  if (rows === undefined) return false;
  const note = otherThanUsual(vocabulary, rows.dialect);
  if (note) complain(note);
  const markers = new Set<string>();
  const printer = tokenPrinters[options.format](vocabulary);
  for await (const messages of rows.messages(markers)) await printer.messages(messages);
  await printer.end(0, vocabulary.ofFile ? tokensOf(markers, vocabulary) : undefined);
  return true;
}

async function count(
  text: string,
  vocabulary: Vocabulary,
  where: OneFile,
  { dialect, format }: Options,
): Promise<void> {
  const chosen = dialects(dialect, complain)(where.file);
  const { name, text: counted, added } = answersIn(where.file, { name: where.file, text }, 'tokens');
  const document = openNamed(name, counted, added ? undefined : chosen, namesOfRows()(where.file));
  const note = otherThanUsual(vocabulary, document.dialect);
  if (note) complain(note);
  const { messages, outside } = vocabulary.within(counted.length)(() => countsOf(document, vocabulary.count));
  const printer = tokenPrinters[format](vocabulary);
  await printer.messages(messages.map(({ start, ...one }) => ({ line: document.positionAt(start).line + 1, ...one })));
  const markers = vocabulary.ofFile
    ? vocabulary.within(counted.length)(() => tokensOf(markersIn(counted), vocabulary))
    : undefined;
  await printer.end(outside, markers);
}

/** Returns the number of tokens for each marker, which is one if the model knows the marker. */
const tokensOf = (markers: ReadonlySet<string>, { count }: Vocabulary): Map<string, number> =>
  new Map(
    [...markers]
      .sort()
      .slice(0, MAX_MARKERS)
      .map((marker) => [marker, count(marker)]),
  );

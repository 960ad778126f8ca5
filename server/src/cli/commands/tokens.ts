/** `ocml tokens`: text ↔ the numbers of tokens, and how many there are. */
import { parseArgs } from 'node:util';
import { openDocument } from '../../documents/document.ts';
import { countsOf, sums } from '../../inspect/counts.ts';
import { countTokens, decode, type Encoding, encode, encodingNames } from '../../tokens/encodings.ts';
import { dialects, readDialect } from '../dialects.ts';
import { readEncoding } from '../encodings.ts';
import { print, printAside, writeDocument } from '../output.ts';
import type { Command } from './command.ts';
import { attempt, deliver, type OneFile, oneFile, outputOptions, outputUsage, readNamed } from './one-file.ts';

function readArguments(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...outputOptions,
      ...{ encode: flag, decode: flag, dialect: { type: 'string' }, format: { type: 'string', default: 'text' } },
      encoding: { type: 'string', default: 'o200k_harmony' },
    },
  });
  const encoding = readEncoding(values.encoding);
  if (values.encode && values.decode) throw new Error('--encode and --decode exclude each other');
  if (!['text', 'json'].includes(values.format)) throw new Error(`--format takes text, json; not ${values.format}`);
  return { ...values, encoding, dialect: readDialect(values.dialect), where: oneFile(positionals, values) };
}

type Options = ReturnType<typeof readArguments>;

const run = (args: readonly string[]) =>
  attempt('tokens', async () => {
    const options = readArguments(args);
    const { encoding, where } = options;
    const { text } = await readNamed(where.file);
    if (options.decode) await deliver(decoded(text, encoding), where);
    else if (options.encode) await write(encoded(text, encoding), where);
    else await count(text, options);
    return 0;
  });

/** All numbers as one array on one line, a stretch at a time. */
function* encoded(text: string, encoding: Encoding): Generator<string> {
  let opener = '[';
  for (const ids of encode(text, encoding)) {
    yield opener + ids.join(',');
    opener = ',';
  }
  yield opener === '[' ? '[]\n' : ']\n';
}

async function write(parts: Iterable<string>, where: OneFile): Promise<void> {
  if (where.output !== undefined) return deliver([...parts].join(''), where);
  for (const part of parts) if (!(await writeDocument(part))) return;
}

/** One list of numbers gives its text; several, one a line, a string of JSON a line. */
function decoded(text: string, encoding: Encoding): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const single = /^\s*\[/.test(lines[0] ?? '') ? lists(lines) : [numbers(text)];
  const texts = single.map((ids) =>
    decode(ids, encoding)
      .map((piece) => piece.text)
      .join(''),
  );
  return texts.length === 1 ? (texts[0] as string) : texts.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** An array over several lines, or one a line. */
function lists(lines: readonly string[]): number[][] {
  const isWhole = lines.every((line) => /^\s*\[.*\]\s*$/.test(line));
  return isWhole ? lines.map(numbers) : [numbers(lines.join('\n'))];
}

/** Numbers as JSON has them in an array, or as logs and test data do: apart by spaces or commas. */
function numbers(text: string): number[] {
  const inner = /^\s*\[([\s\S]*)\]\s*$/.exec(text)?.[1] ?? text;
  const words = inner.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !/^\d{1,9}$/.test(word));
  if (wrong !== undefined)
    throw new Error(
      `\`${wrong.slice(0, 40)}\` is not the number of a token: --decode takes an array of numbers, or one a line`,
    );
  return words.map(Number);
}

async function count(text: string, { encoding, dialect, format, where }: Options): Promise<void> {
  if (where.output !== undefined) throw new Error('-o goes with --encode or --decode');
  const complain = (message: string) => void printAside([`ocml tokens: ${message}`]);
  const document = openDocument(where.file, 'ocml', 0, text, dialects(dialect, complain)(where.file));
  const { messages, outside } = countsOf(document, (part) => countTokens(part, encoding));
  const total = messages.reduce((sum, { tokens }) => sum + tokens, outside);
  const placed = messages.map(({ start, ...one }) => ({ line: document.positionAt(start).line + 1, ...one }));
  const channels = sums(messages, ({ channel }) => channel);
  if (format === 'json') {
    const whole = { encoding: encoding.name, total, outside, channels: Object.fromEntries(channels), messages: placed };
    await print({ json: `${JSON.stringify(whole, null, 2)}\n` });
    return;
  }
  const row = (tokens: number, what: string) => `${String(tokens).padStart(9)}  ${what}`;
  await print([
    ...placed.map(({ line, role = '?', channel, tokens }) =>
      row(tokens, `line ${line}: ${role}${channel ? ` on ${channel}` : ''}`),
    ),
    ...(outside > 0 ? [row(outside, 'outside of messages')] : []),
    ...channels.map(([name, tokens]) => row(tokens, `all on ${name}`)),
    row(total, `in all, with ${encoding.name}`),
  ]);
}

const usage = `Usage: ocml tokens [FILE | -] [options]

Counts the tokens of a transcript: of each message with its frame, of each channel, and in all. Of JSON, the contents of
messages are counted, to which a template adds its own.

  --encode               print the numbers of all tokens of the input as one JSON array instead
  --decode               the other way: an array of numbers gives its text; several, one a line, a JSON string a line
  --encoding E           ${encodingNames.join(', ')}; default: o200k_harmony
  --dialect D            as for check
  --format F             of counts: text (default) or json
${outputUsage}

Special tokens count as one wherever they are written. A run of letters or signs that goes on for thousands of characters is
cut, so its tokens may differ from those of other programs; it decodes to the same text.

Exit code: 0 done, 2 wrong usage, or a file that cannot be read or written.`;

export const tokens: Command = { usage, run };

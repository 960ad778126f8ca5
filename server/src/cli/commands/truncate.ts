/** `ocml truncate`: a document within so many tokens, by leaving out messages. */
import { parseArgs } from 'node:util';
import { openDocument } from '../../documents/document.ts';
import { conversationsIn } from '../../inspect/conversations.ts';
import { truncate as fit, type Step, steps, usualStrategy } from '../../inspect/truncate.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { countTokens, encodingNames } from '../../tokens/encodings.ts';
import { dialects, readDialect } from '../dialects.ts';
import { readEncoding } from '../encodings.ts';
import { printAside } from '../output.ts';
import type { Command } from './command.ts';
import { attempt, deliver, notRead, oneFile, outputOptions, outputUsage, placesIn, readNamed } from './one-file.ts';

const names = Object.keys(steps) as Step[];

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...outputOptions,
      ...{ 'max-tokens': { type: 'string' }, strategy: { type: 'string' }, dialect: { type: 'string' } },
      encoding: { type: 'string', default: 'o200k_harmony' },
    },
  });
  const most = values['max-tokens'];
  if (most === undefined || !/^[1-9]\d{0,11}$/.test(most))
    throw new Error('--max-tokens N says how many tokens there may be');
  const strategy = values.strategy?.split(',').map((given) => {
    const step = names.find((name) => name === given.trim());
    if (step === undefined)
      throw new Error(`--strategy takes ${names.join(', ')}, with commas between them; not ${given}`);
    return step;
  });
  return {
    limit: Number(most),
    strategy: strategy ?? usualStrategy,
    encoding: readEncoding(values.encoding),
    dialect: readDialect(values.dialect),
    where: oneFile(positionals, values),
  };
}

const run = (args: readonly string[]) =>
  attempt('truncate', async () => {
    const { limit, strategy, encoding, dialect, where } = readArguments(args);
    const input = await readNamed(where.file);
    const { text } = input;
    const say = (message: string) => printAside([`ocml truncate: ${message}`]);
    const document = openDocument(
      where.file,
      'ocml',
      0,
      text,
      dialects(dialect, (message) => void say(message))(where.file),
    );
    const source = { text, isText: document instanceof Transcript };
    const pieces: string[] = [];
    const place = placesIn(where.file, text);
    let [at, dropped, fits] = [0, 0, true];
    const unread: number[] = [];
    for (const talk of conversationsIn(document, (offset) => unread.push(offset))) {
      const { cuts, tokens, ...found } = fit(talk, source, {
        limit,
        strategy,
        count: (part) => countTokens(part, encoding),
      });
      if (tokens > limit) {
        fits = false;
        await say(`${place(talk.whole.start)}: what must stay has ${tokens} tokens`);
      }
      dropped += found.dropped;
      for (const { start, end } of cuts) {
        pieces.push(text.slice(at, start));
        at = end;
      }
    }
    const [first] = unread;
    if (first !== undefined) await say(`${place(first)}: ${notRead(unread.length)}`);
    if (!fits || first !== undefined) return 1;
    const result = pieces.join('') + text.slice(at);
    if (dropped > 0 && !(document instanceof Transcript) && !isJson(result, document.lines))
      throw new Error(`${where.file}: its messages cannot be taken apart: is it one list of messages, or one a line?`);
    if (dropped > 0) await say(`${dropped} ${dropped === 1 ? 'message' : 'messages'} left out`);
    await deliver(result, where, input);
    return 0;
  });

function isJson(text: string, lines: boolean): boolean {
  try {
    for (const value of lines ? text.split('\n') : [text]) if (value.trim() !== '') JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

const usage = `Usage: ocml truncate --max-tokens N [FILE | -] [options]

Leaves out messages until a document has no more than N tokens, or, of a data set, each of its rows. All others stay byte for
byte. A call goes together with its replies. The last message of the user and what is after it stay.

  --strategy S           what is done, in this order, with commas between: ${usualStrategy.join(',')} by default
${names.map((name) => `                         ${name.padEnd(16)}${steps[name]}`).join('\n')}
  --encoding E           ${encodingNames.join(', ')}; default: o200k_harmony
  --dialect D            as for check
${outputUsage}

Of JSON, the contents of messages are counted, to which a template adds its own.

Exit code: 0 done, 1 what must stay is more than N tokens, or cannot be read as a conversation, 2 wrong usage, or a file that cannot be read or written.`;

export const truncate: Command = { usage, run };

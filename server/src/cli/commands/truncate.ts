/** `ocml truncate`: shortens a document to a number of tokens by dropping messages. */

import { openNamed } from '../../documents/document.ts';
import { type Fitted, fit } from '../../inspect/fit.ts';
import { sessionIn } from '../../inspect/session.ts';
import { type Step, steps } from '../../inspect/truncation-steps.ts';
import { dialects, namesOfRows } from '../dialects.ts';
import { InputFault } from '../input-fault.ts';
import { printAside } from '../output.ts';
import { whyNoMessages } from '../stream/answer-events.ts';
import { table } from '../table/index.ts';
import { locatedError, otherThanUsual, vocabularyOf } from '../vocabulary.ts';
import { command } from './command.ts';
import { notRead, oneFile, placesIn, readNamed, writeResult } from './one-file.ts';

const names = Object.keys(steps) as Step[];

function strategyOf(argument: string): Step[] {
  return argument.split(',').map((one) => {
    const step = names.find((name) => name === one.trim());
    if (step === undefined)
      throw new Error(
        `--strategy does not know ${one}. It takes a comma-separated list of one or more of ${names.join(', ')}`,
      );
    return step;
  });
}

const always = 'the last question and everything after it';
/** The messages that are printed if the messages that are always kept exceed the limit. Each suggests a remedy. */
const stays = {
  withInstructions: `instructions, ${always} are always kept: raise --max-tokens, shorten these messages, or remove keep-system from --strategy`,
  alone: `${always} are always kept: raise --max-tokens, or shorten these messages`,
};

const keepsSession =
  'this is a session log, whose records cannot be changed: convert it first, with `ocml convert --to messages`';

export const truncate = command(table.truncate, async ({ 'max-tokens': limit, dialect, ...options }, operands) => {
  const where = oneFile(operands, options);
  const [strategy, vocabulary] = [strategyOf(options.strategy), vocabularyOf(options)];
  const input = await readNamed(where);
  const { text } = input;
  const say = (message: string) => printAside([`ocml truncate: ${message}`]);
  const chosen = dialects(dialect, (message) => void say(message))(where.file);
  const document = openNamed(where.file, text, chosen, namesOfRows()(where.file));
  const refused = whyNoMessages(document);
  if (refused !== undefined) {
    await say(`${where.file}: ${refused}`);
    return 1;
  }
  if (sessionIn(document)) {
    await say(`${where.file}: ${keepsSession}`);
    return 1;
  }
  const note = otherThanUsual(vocabulary, document.dialect);
  if (note) await say(note);
  const positionOf = placesIn(where.file, text);
  let fitted: Fitted;
  try {
    const inTime = vocabulary.within(text.length);
    fitted = inTime(() => fit(document, text, { limit, strategy, count: vocabulary.count }));
  } catch (error) {
    throw locatedError(error, text, vocabulary, positionOf);
  }
  for (const { at, says } of faultsIn(fitted, limit)) await say(`${positionOf(at)}: ${says}`);
  const { tooLarge, unread, leftOut, dropped, whole, text: result } = fitted;
  if (tooLarge.length > 0) await say(strategy.includes('keep-system') ? stays.withInstructions : stays.alone);
  const isFaulty = tooLarge.length + unread.length > 0;
  if (isFaulty && (leftOut === 0 || !/\S/.test(result))) {
    await say('nothing was written');
    return 1;
  }
  if (!whole)
    throw new InputFault(
      `${where.file}: its messages cannot be separated. The file must contain one list of messages, or one message per line`,
    );
  if (leftOut > 0) await say(rowsLeftOut(leftOut));
  if (dropped > 0) await say(`${dropped} ${dropped === 1 ? 'message' : 'messages'} removed`);
  await writeResult(result, where, input);
  return isFaulty ? 1 : 0;
});

/** Returns the faults of inputs that cannot be shortened enough or cannot be read, in document order. */
function faultsIn({ tooLarge, unread }: Fitted, limit: number): { readonly at: number; readonly says: string }[] {
  const large = tooLarge.map(({ at, tokens }) => ({
    at,
    says: `the part that must be kept has ${tokens} tokens, but only ${limit} are allowed`,
  }));
  return [...large, ...unread.map((at) => ({ at, says: notRead(1) }))].sort((a, b) => a.at - b.at);
}

const rowsLeftOut = (count: number) =>
  count === 1
    ? '1 row omitted: its line in the output is empty'
    : `${count} rows omitted: their lines in the output are empty`;

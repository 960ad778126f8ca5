/** `ocml/truncate`: finds parts to remove so that a document fits into a number of tokens. The user reviews the edits first. */

import type { CancellationToken } from 'vscode-languageserver';
import type { TruncateParams, Truncation } from '../../../../protocol/token-counts.ts';
import { type AnyDocument, rowNamesOf } from '../../documents/document.ts';
import { Refusal } from '../../features/support/feature.ts';
import { isUnchosen } from '../../grammar/index.ts';
import { type Step, steps, usualStrategy } from '../../inspect/truncation-steps.ts';
import type { FitAnswer } from './tasks.ts';
import type { Counting } from './vocabulary.ts';

/** The maximum length of a document that can be truncated here (UTF-16 units). */
const MAX_DOCUMENT_LENGTH = 20_000_000;

const isStep = (name: unknown): name is Step => Object.keys(steps).includes(name as string);

export async function truncated(
  document: AnyDocument,
  counting: Counting,
  { limit, strategy = usualStrategy }: TruncateParams,
  token?: CancellationToken,
): Promise<Truncation | undefined> {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new Refusal('`limit` must be a whole number of tokens, 1 or more.');
  if (!Array.isArray(strategy) || strategy.length === 0 || !strategy.every(isStep))
    throw new Refusal(`\`strategy\` must be a list with one or more of these steps: ${Object.keys(steps).join(', ')}.`);
  if (document.length > MAX_DOCUMENT_LENGTH)
    throw new Refusal('This file is longer than 20 million characters. Use the command line: ocml truncate.');
  const { uri, version, dialect } = document;
  const text = document.getText();
  const chosenDialect = isUnchosen(dialect) ? undefined : dialect;
  const key = `fit ${uri}`;
  const stopping = token?.onCancellationRequested(() => counting.cancel(key));
  try {
    const task = {
      kind: 'fit',
      uri,
      text,
      dialect: chosenDialect,
      rowNames: rowNamesOf(document),
      limit,
      strategy,
    } as const;
    const fitAnswer = await counting.ask<FitAnswer>(key, task, text.length).catch((error) => {
      throw new Refusal((error as Error).message);
    });
    if (fitAnswer === undefined || token?.isCancellationRequested) return undefined;
    if (document.version !== version) throw new Refusal('The file has been edited in the meantime. Truncate it again.');
    return answered(fitAnswer, document, limit, counting.name);
  } finally {
    stopping?.dispose();
  }
}

function answered(
  { cuts, dropped, tokens, tooLarge, unread, whole }: FitAnswer,
  document: AnyDocument,
  limit: number,
  encoding: string,
): Truncation {
  const amount = (count: number) => count.toLocaleString('en');
  if (unread > 0)
    throw new Refusal(
      `${unread === 1 ? 'A part' : `${unread} parts`} of this file cannot be read as a conversation. See the problems that are reported for the file.`,
    );
  if (tooLarge > 0)
    throw new Refusal(
      `The part that must be kept has ${amount(tooLarge)} tokens, more than the limit of ${amount(limit)}. It consists of the instructions, if the strategy keeps them, and everything from the last question onward. Raise the limit.`,
    );
  if (!whole)
    throw new Refusal(
      'The messages in this file cannot be separated. To be truncated, a file must contain one list of messages, or one message per line.',
    );
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of cuts) {
    const last = joined.at(-1);
    if (last?.end === start) last.end = end;
    else joined.push({ start, end });
  }
  const ranges = joined.map(({ start, end }) => ({ start: document.positionAt(start), end: document.positionAt(end) }));
  return { version: document.version, encoding, cuts: ranges, dropped, tokens };
}

/** Rows of a data set that store a transcript as text. A view shows that transcript, with positions in the JSON. */
import type { JsonChecker } from '../../checker/json/checker.ts';
import { loadChecker } from '../../checker/load-checker.ts';
import { isUnchosen } from '../../grammar/index.ts';
import { messagesOf } from '../../model/json/message.ts';
import { textColumn, transcriptIn } from '../../model/json/shapes/text-column.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { indexAtMost, type JsonString } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { isPosition } from '../support/cursor.ts';
import { withFaults } from '../user-view/faults.ts';
import { sourceIn } from '../user-view/source.ts';
import type { ShownLayers, UserView, UserViewParams, ViewMessage, WholeView, Words } from '../user-view.ts';
import { countOf, placeIn } from './conversations.ts';
import { rowMetadata } from './row-metadata.ts';

/**
 * The implementation of the view for transcripts. It is loaded only for a row that stores a transcript, since most data sets contain lists
 * of messages instead.
 */
const answers = () =>
  require('../user-view/user-view-answers.ts') as typeof import('../user-view/user-view-answers.ts');

interface TextRow {
  readonly transcript: Transcript;
  /** For each UTF-16 unit of the text, its offset in the JSON unit. */
  readonly offsets: Uint32Array;
}

const rowsByText = new WeakMap<JsonString, TextRow>();

/** The transcript in a unit, or undefined if the unit does not store one. */
function textRowOf(unit: JsonUnit, document: JsonDocument): TextRow | undefined {
  // If the first record of a session is damaged, its records are read as separate lines. A record with a `text` is then not a transcript.
  if (document.shape === 'session') return undefined;
  if (!isUnchosen(document.dialect) || messagesOf(unit, document.dialect).length > 0) return undefined;
  const reading = readUnit(unit);
  const [text] = transcriptIn(reading) === undefined ? [] : textColumn(reading.root).texts;
  if (text === undefined) return undefined;
  let row = rowsByText.get(text);
  if (row === undefined) {
    const transcript = new Transcript('', 'ocml', 0, text.value, { unsettled: 'harmony' });
    row = { transcript, offsets: sourceOffsets(unit.text, text) };
    rowsByText.set(text, row);
  }
  return row;
}

/**
 * The view of the text row at the requested position, or of the one with the requested number. Undefined if that row does not store a
 * transcript.
 */
export function textRowView(
  document: JsonDocument,
  params: UserViewParams,
  checkerOf?: () => JsonChecker,
): UserView | undefined {
  const { units, lines } = document;
  const { around, number } = params;
  const count = lines ? countOf(units) : 1;
  const offset = isPosition(around) ? document.offsetAt(around) : 0;
  const requestedIndex = Number.isSafeInteger(number) ? Math.min(Math.max(1, number as number), count) - 1 : undefined;
  const current = requestedIndex ?? document.indexAt(offset);
  const unit = units[current];
  const row = unit && textRowOf(unit, document);
  if (unit === undefined || row === undefined) return undefined;
  const { transcript, offsets } = row;
  const start = document.startOf(current);
  const inner = requestedIndex === undefined ? indexAtMost(offsets, offset - start, (at) => at) : 0;
  const positionAt = (position: ViewMessage['range']['start']) =>
    document.positionAt(start + (offsets[transcript.offsetAt(position)] ?? 0));
  const view = answers().answer(transcript, { ...params, around: transcript.positionAt(inner) });
  const settings = { strict: false, levels: {} };
  const paired = params.debug
    ? answers().withTextPairs(transcript, view.messages, new (loadChecker().Checker)(transcript, settings, () => {}))
    : view.messages;
  const messages = paired.map(({ pair, range, ...message }) => ({
    ...message,
    range: { start: positionAt(range.start), end: positionAt(range.end) },
    ...(pair && { pair: { ...pair, ...(pair.other && { other: positionAt(pair.other) }) } }),
  }));
  const spanOf = (at: number) => ({
    start: document.startOf(at),
    end: document.startOf(at) + (units[at]?.text.length ?? 0),
  });
  const place = lines ? placeIn(document, current, count, spanOf) : undefined;
  const { source: _, ...rest } = view;
  return {
    ...rest,
    version: document.version,
    messages: params.debug && checkerOf ? withFaults(document, messages, checkerOf()) : messages,
    ...(place && {
      conversation: {
        ...place,
        ...(params.debug && rowMetadata(document, { unit: current, stretch: unit, place, ...spanOf(current) })),
      },
    }),
    ...sourceIn(document, params, messages, place?.range),
  };
}

/** All messages of a text row, for an export; undefined for any other row. */
export function wholeTextRow(document: JsonDocument, unit: number, params: ShownLayers): WholeView | undefined {
  const row = textRowOf(document.units[unit] as JsonUnit, document);
  if (row === undefined) return undefined;
  const { transcript, offsets } = row;
  const start = document.startOf(unit);
  const positionAt = (position: ViewMessage['range']['start']) =>
    document.positionAt(start + (offsets[transcript.offsetAt(position)] ?? 0));
  const whole = answers().wholeView(transcript, params);
  function* messages() {
    for (const message of whole.messages) {
      const { range } = message ?? {};
      yield message && range
        ? { ...message, range: { start: positionAt(range.start), end: positionAt(range.end) } }
        : undefined;
    }
  }
  return { ...whole, messages: messages() };
}

/** The searchable words of a text row. */
export function* textRowWords(document: JsonDocument, unit: number, params: ShownLayers): Generator<Words> {
  const row = textRowOf(document.units[unit] as JsonUnit, document);
  if (row === undefined) return;
  const { transcript, offsets } = row;
  for (const words of answers().wordsShown(transcript, params)) {
    if (words === undefined) continue;
    const at = () => document.positionAt(document.startOf(unit) + (offsets[transcript.offsetAt(words.at())] ?? 0));
    yield { text: words.text, at };
  }
}

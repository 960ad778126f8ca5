/**
 * Finds problems in the messages assembled from a stream of server-sent events. Each problem is located at the event that contains its
 * text.
 */

import type { CheckerSettings } from '../../checker/checker.ts';
import type { OnFailure } from '../../checker/inspect.ts';
import { createChecker, openDocument } from '../../documents/document.ts';
import type { Levels } from '../../rules/support/levels.ts';
import { arrivedJson } from '../../stream/arrived.ts';
import { assembledWithPlaces } from '../../stream/assembled.ts';
import { MAX_EVENT_DEPTH } from '../../stream/event-json.ts';
import { faultText } from '../../syntax/json/faults.ts';
import { readJson } from '../../syntax/json/read.ts';
import { indexBefore } from '../../syntax/span.ts';
import { nameOfAnswers } from '../stream/answer-events.ts';
import type { FileDiagnostic } from './formats/format.ts';

const cutOff = 'E-STREAM-TRUNCATED';
const notJson = 'wire-json';
const oddEvent = 'stream-event';

/** A problem without its range. Its offsets are those of the line in the stream to which it belongs. */
type AnswerProblem = Omit<FileDiagnostic, 'range'>;

export function problemsOfAnswers(
  text: string,
  settings: CheckerSettings,
  levels: Levels,
  failed: OnFailure,
): AnswerProblem[] {
  const { answers, complete, withoutObject, cut, misplaced } = assembledWithPlaces(text);
  const all = answers.map(({ value, place }) => arrivedJson(value, place));
  const lines = all.map((one) => `${one.text}\n`);
  const document = openDocument(nameOfAnswers(lines.length), 'ocml', 0, lines.join(''), undefined);
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length;
  }
  const lineAt = (offset: number): readonly [number, number] => {
    const index = indexBefore(starts, offset);
    return lineOf(text, all[index]?.placeAt(offset - (starts[index] as number)) ?? 0);
  };
  const checker = createChecker(document, { ...settings, streamed: true }, failed);
  const problems = checker.problems(Number.POSITIVE_INFINITY).problems.map((placed): AnswerProblem => {
    const { code, severity, message, data, start } = placed.problem;
    return { code, severity, message, offset: lineAt(checker.offsetOf(placed) + start), ...(data && { data }) };
  });
  const unreadable = levels[notJson] ?? 'error';
  if (unreadable !== 'off')
    for (const event of withoutObject) {
      const [fault] = readJson(event.text).faults;
      // A truncated stream is reported below.
      if (fault === undefined || (!complete && event.at(event.text.length) === text.length)) continue;
      problems.push({
        code: notJson,
        severity: unreadable,
        message: `The data of this event is not JSON, so clients skip it or stop here: ${faultText(fault)}. If a proxy or another program changed the data, record the stream without it.`,
        offset: lineOf(text, event.at(fault.start)),
      });
    }
  const incomplete = levels[notJson] ?? 'warning';
  if (incomplete !== 'off')
    for (const event of cut)
      problems.push({
        code: notJson,
        severity: incomplete,
        message: `The data of this event is nested more than ${MAX_EVENT_DEPTH} levels deep, and deeper levels are not read. Flatten the data, or remove the event.`,
        offset: lineOf(text, event.at(0)),
      });
  const lost = levels[oddEvent] ?? 'warning';
  if (lost !== 'off')
    for (const event of misplaced)
      problems.push({
        code: oddEvent,
        severity: lost,
        message:
          "The sequence numbers show that this event came too late, or that events before it are missing, so part of the answer's text is lost. Record the stream again.",
        offset: lineOf(text, event.at(0)),
      });
  const severity = levels[cutOff] ?? 'warning';
  if (!complete && severity !== 'off')
    problems.push({
      code: cutOff,
      severity,
      message:
        'The stream ends here, before the server reports why the model stopped, so the last message is cut off. Get the rest of the stream.',
      offset: lineOf(text, text.trimEnd().length),
    });
  return problems;
}

/** Returns the line around an offset, without its line break. */
function lineOf(text: string, offset: number): readonly [start: number, end: number] {
  let [start, end] = [offset, offset];
  while (start > 0 && !isBreak(text[start - 1])) start--;
  while (end < text.length && !isBreak(text[end])) end++;
  return [start, end];
}

const isBreak = (character: string | undefined) => character === '\n' || character === '\r';

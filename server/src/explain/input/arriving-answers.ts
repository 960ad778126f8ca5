/** Answers that servers stream in events, each of which is a line of the input. */

import { type ArrivedJson, arrivedJson, withoutPlaces } from '../../stream/arrived.ts';
import type { Answer } from '../../stream/assembled/assembled-answer.ts';
import { begunBy } from '../../stream/assembled.ts';
import { isTooDeep } from '../../stream/event-json.ts';
import { isObject } from '../../syntax/is-object.ts';
import type { Findings } from './extracted-output.ts';
import type { Source } from './places.ts';
import { membersOf } from './rebuilt.ts';
import { MAX_JSON_IN_JSON_DEPTH, searchJson } from './responses.ts';

/** An answer that is still being read from its events. */
interface Arriving {
  readonly answer: Answer;
  /** The line of its first event, from 1. */
  readonly line: number;
}

/** The maximum number of unfinished answers in memory, since some answers never end. */
const MAX_ARRIVING_ANSWERS = 100;

export class ArrivingAnswers {
  private readonly arriving: Arriving[] = [];

  constructor(private readonly findings: Findings) {}

  /** Takes a value from a line of the input; returns false if it is not an event of an answer. */
  receive(value: unknown, line: number): boolean {
    if (!isObject(value) || isTooDeep(value)) return false;
    let arriving = this.arriving.findLast(({ answer }) => answer.receive(value, line));
    if (arriving === undefined) {
      const answer = begunBy(value, line);
      if (answer === undefined) return false;
      if (this.arriving.length >= MAX_ARRIVING_ANSWERS) this.close(this.arriving[0] as Arriving);
      arriving = { answer, line };
      this.arriving.push(arriving);
    }
    // A failed answer contains the reason as an error.
    for (const { error } of [value, membersOf(value.response)])
      if (error)
        searchJson(error, this.findings, {
          line,
          what: `an event on line ${line}`,
          depth: MAX_JSON_IN_JSON_DEPTH,
        });
    if (arriving.answer.isOver) this.close(arriving);
    return true;
  }

  /** Finishes the answers at the end of the input. */
  end(): void {
    for (const one of [...this.arriving]) this.close(one);
  }

  private close(ended: Arriving): void {
    this.arriving.splice(this.arriving.indexOf(ended), 1);
    const { line } = ended;
    const what = `the answer assembled from the events starting on line ${line}`;
    const arrived = ended.answer.value();
    let json: ArrivedJson | undefined;
    const readJson = () => (json ??= arrivedJson(arrived, line));
    const source: Source = {
      get text() {
        return readJson().text;
      },
      placeOf: (offset) => ({ line: readJson().placeAt(offset) }),
    };
    searchJson(withoutPlaces(arrived), this.findings, { line, what, source });
  }
}

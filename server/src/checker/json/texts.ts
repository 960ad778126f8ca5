/** Data sets that keep transcripts as text: JSON Lines of objects, each with a string `text`, as trainers take them. */
import type { DialectId } from '../../grammar/index.ts';
import { transcriptIn } from '../../model/json/shapes.ts';
import { levelsFor } from '../../rules/support/levels.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/document.ts';
import { type JsonNode, type JsonReading, type JsonString, memberOf } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { catalogue } from '../catalogue.ts';
import type { OnFailure } from '../inspect.ts';
import type { CheckerSettings } from '../session.ts';

/** The dialect of the transcript in a row of a data set, undefined if it is none. */
export function dialectOfRow(reading: JsonReading): DialectId | undefined {
  const text = transcriptIn(reading);
  return text === undefined ? undefined : new Transcript('', 'ocml', 0, text, { unsettled: 'harmony' }).dialect;
}

/** Whether a line has a text that can be a transcript, in a dialect that somebody chose. */
export function hasText(line: string): boolean {
  return columnOf(readUnit(jsonUnit(line)).root) !== undefined;
}

function columnOf(root: JsonNode | undefined): JsonString | undefined {
  const text = memberOf(root, 'text')?.value;
  return text?.kind === 'string' ? text : undefined;
}

/** Checks the transcript of one line after the other; each is a document of its own. */
export class TextInspector {
  constructor(
    private readonly dialect: DialectId | undefined,
    private readonly settings: CheckerSettings,
    private readonly onFailure: OnFailure,
  ) {}

  /** The problems of a line, with offsets in it: those of its transcript, or why it is no JSON. */
  inspect(unit: JsonUnit): readonly Problem[] {
    const { root, faults } = readUnit(unit);
    const text = columnOf(root);
    if (root !== undefined && faults.length > 0) return this.notJson(faults);
    return text === undefined ? [] : this.problemsOf(unit, text);
  }

  /** Lines have nothing to do with one another. */
  sequence(): undefined {}

  private problemsOf(unit: JsonUnit, text: JsonString): Problem[] {
    const { dialect, settings } = this;
    const pair = settings.sequencePair;
    const read = new Transcript('', 'ocml', 0, text.value, {
      unsettled: 'harmony',
      ...(dialect && { dialect }),
      ...(pair && { sequencePair: pair }),
    });
    const checker = new (catalogue().Checker)(read, settings, this.onFailure);
    const { problems } = checker.problems(Number.POSITIVE_INFINITY);
    if (problems.length === 0) return [];
    const offsets = sourceOffsets(unit.text, text);
    return problems.map((placed) => {
      const base = checker.offsetOf(placed);
      const { related: _, start, end, ...problem } = placed.problem;
      return { ...problem, start: offsets[base + start] as number, end: offsets[base + end] as number };
    });
  }

  private notJson(faults: readonly { readonly start: number; readonly end: number }[]): Problem[] {
    const severity = levelsFor(this.settings, undefined)['wire-json'] ?? 'error';
    const [fault] = faults;
    if (severity === 'off' || fault === undefined) return [];
    const message = 'This line is not JSON, so nothing that reads the data set takes it.';
    return [{ code: 'wire-json', severity, message, start: fault.start, end: fault.end }];
  }
}

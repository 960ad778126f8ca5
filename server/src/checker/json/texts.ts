/** Checks the strings in JSON that are transcripts (`model/json/shapes/text-column.ts`). Each of them is a separate document. */
import type { DialectId } from '../../grammar/index.ts';
import { textColumn, transcriptIn } from '../../model/json/shapes/text-column.ts';
import type { Problem } from '../../rules/support/rule.ts';
import type { DialectChoice } from '../../syntax/dialect.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import type { JsonReading, JsonString } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { OnFailure } from '../inspect.ts';
import { loadChecker } from '../load-checker.ts';
import type { CheckerSettings } from '../session.ts';

/** The dialect of the transcript in a row of a data set; undefined if the row has no transcript. */
export function dialectOfRow(reading: JsonReading): DialectId | undefined {
  const text = transcriptIn(reading);
  return text === undefined ? undefined : new Transcript('', 'ocml', 0, text, { unsettled: 'harmony' }).dialect;
}

/** Whether a line has a string that may be a transcript. This is asked only if a dialect was chosen for the strings. */
export function hasText(line: string): boolean {
  return textColumn(readUnit(jsonUnit(line)).root).texts.length > 0;
}

/** The transcripts of a unit. */
export interface Texts {
  readonly strings: readonly JsonString[];
  /** The settings by which the dialect of each transcript is determined. */
  readonly choice: DialectChoice;
  readonly settings: CheckerSettings;
  /** The problems of the transcripts, with offsets in the unit. */
  problems(): Problem[];
}

export class TextInspector {
  private readonly choice: DialectChoice;
  /** The problems found in the last check, by text. They are reused, since an edit in a list leaves most of its texts unchanged. */
  private known: ReadonlyMap<string, readonly Problem[]> = new Map();

  /** `dialect`: the dialect that was chosen for all texts, if any. */
  constructor(
    dialect: DialectId | undefined,
    private readonly settings: CheckerSettings,
    private readonly onFailure: OnFailure,
  ) {
    const { sequencePair } = settings;
    this.choice = { unsettled: 'harmony', ...(dialect && { dialect }), ...(sequencePair && { sequencePair }) };
  }

  in(unit: JsonUnit): Texts {
    const { texts: strings } = textColumn(readUnit(unit).root);
    const { choice, settings } = this;
    return { strings, choice, settings, problems: () => this.problemsOf(unit, strings) };
  }

  private problemsOf(unit: JsonUnit, strings: readonly JsonString[]): Problem[] {
    const looked = new Map<string, readonly Problem[]>();
    const allProblems: Problem[] = [];
    for (const string of strings) {
      const { value } = string;
      const problems = looked.get(value) ?? this.known.get(value) ?? this.check(value);
      looked.set(value, problems);
      if (problems.length === 0) continue;
      const offsets = sourceOffsets(unit.text, string);
      for (const problem of problems) {
        const { start, end } = problem;
        allProblems.push({ ...problem, start: offsets[start] as number, end: offsets[end] as number });
      }
    }
    this.known = looked;
    return allProblems;
  }

  /** Returns the problems of a text, with offsets in the text, and without related spans. */
  private check(text: string): Problem[] {
    const transcript = new Transcript('', 'ocml', 0, text, this.choice);
    const checker = new (loadChecker().Checker)(transcript, this.settings, this.onFailure);
    const { problems } = checker.problems(Number.POSITIVE_INFINITY);
    // If no dialect was chosen, text without tokens is treated as prose between transcripts.
    const isProse = this.choice.dialect === undefined && !text.includes('<|');
    return problems.flatMap((placed) => {
      if (isProse && placed.problem.code === 'stray-text') return [];
      const base = checker.offsetOf(placed);
      const { related: _, start, end, ...problem } = placed.problem;
      return { ...problem, start: base + start, end: base + end };
    });
  }
}

/** Runs the rules on the units of a JSON document, one after the other. It is used both in editors and for files of any size. */
import {
  type DialectId,
  hasMessages,
  isUnchosen,
  type JsonDialectId,
  messageProfiles,
  type ProfileFact,
  profileNamed,
  type RowFacts,
  type ShapeName,
  templateRows,
} from '../../grammar/index.ts';
import { callsForTemplates, listOf } from '../../model/json/list.ts';
import { isListKind } from '../../model/json/row-kind.ts';
import { transcriptIn } from '../../model/json/shapes/text-column.ts';
import { dialectOf, dialectOfUnit, holdsTexts, shapeOf, shapes } from '../../model/json/shapes.ts';
import { holdsRows, isRow, repeatsRow, rule as rowDuplicate } from '../../rules/json/row-duplicate.ts';
import type { JsonScope } from '../../rules/support/json-scope.ts';
import { valueSpan } from '../../rules/support/json-scope.ts';
import { levelOf, levelsFor } from '../../rules/support/levels.ts';
import type { Problem, Report } from '../../rules/support/rule.ts';
import { inSession, isOfSessions } from '../../rules/support/session-levels.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isCutOff, unclosedIn } from '../../syntax/json/cut-off.ts';
import { isSyntaxFault } from '../../syntax/json/faults.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import type { JsonReading } from '../../syntax/json/nodes.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { type ActiveRule, collector, type OnFailure } from '../inspect.ts';
import type { CheckerSettings } from '../session.ts';
import { isPlainList, isPlainShareGpt, isTriviallyClean } from './fast-path.ts';
import { joinProfile } from './join-profile.ts';
import { type ListedRows, type ListRest, listedRows, listRest, problemsOfRest } from './listed-rows.ts';
import { isPlainTrainingRow } from './plain-training-row.ts';
import { jsonRules } from './rules.ts';
import { withoutSyntaxFallout } from './suppress-syntax-fallout.ts';
import { TextInspector, type Texts } from './texts.ts';

const nothing: readonly Problem[] = [];

/** The part of an inspector that is needed to check the lines of a file. */
export type LineInspector = Pick<
  JsonInspector,
  'inspect' | 'inspectRest' | 'isOurs' | 'isPlain' | 'sequence' | 'repeated' | 'textsIn'
>;

/**
 * Returns the profile of a list: the chosen profile, or the one that its shape implies. If there is neither, and the list is a
 * training row or a template was chosen, the format of its calls shows whether it is meant for a template.
 */
function profileOf(reading: JsonReading, { profile, training = false, template }: CheckerSettings): ProfileFact {
  const profileFact = profileNamed(profile) ?? profileNamed(shapeOf(reading)?.name);
  return (
    profileFact ??
    ((training || template) && callsForTemplates(reading) ? templateRows : (messageProfiles[0] as ProfileFact))
  );
}

/** Whether a problem may exist only because the JSON is cut off. The cutoff itself is reported separately. */
function isOfTheEnd({ code, start, end }: Problem, reading: JsonReading): boolean {
  if (code === 'wire-json') return false;
  const text = reading.text.trimEnd();
  return code === callUnanswered || end >= text.length || start >= (unclosedIn(text, reading) ?? text.length);
}
const callUnanswered = 'call-unanswered';

/** The way in which a document is parsed. */
interface JsonRead {
  readonly dialect: JsonDialectId;
  /** Whether each unit is a line. Units without a value are then empty lines, which are valid. */
  readonly lines: boolean;
  /** The recognized shape of the file, for the `json` dialect. */
  readonly shape: ShapeName;
  /** Whether the file is named like JSON Lines, but contains one value that spans several lines. */
  readonly misnamed?: boolean;
  /** The facts that hold for all rows of the document. A row that contradicts them is reported. */
  readonly rows?: RowFacts | undefined;
  /** Whether the units are the elements of a list of rows, which are checked like lines. */
  readonly listed?: boolean;
  /** The names that the rows of the document use instead of the usual names. */
  readonly names?: RowNames | undefined;
}

/** The fast check that can prove that a value has no problems; undefined if all rules must run. */
type QuickLook = 'values' | 'rows' | undefined;

const movedBy = (problem: Problem, by: number): Problem =>
  by === 0 ? problem : { ...problem, start: problem.start + by, end: problem.end + by };

/** The usual name of the conversation in a ShareGPT row, on which the fast check relies. */
const sharedMember = 'conversations';

export class JsonInspector {
  private readonly rules = new Map<JsonDialectId, readonly ActiveRule<JsonScope>[]>();
  /** The fast check for each dialect, cached. */
  private readonly quick = new Map<JsonDialectId, { readonly look: QuickLook }>();
  private readonly texts: TextInspector;
  private rowsInspector: { readonly rows: RowFacts | undefined; readonly inspector: JsonInspector } | undefined;

  constructor(
    private readonly jsonRead: JsonRead,
    private readonly settings: CheckerSettings,
    private readonly onFailure: OnFailure,
    /** The dialect that was chosen for transcripts in strings. */
    private readonly chosenTexts?: DialectId,
  ) {
    this.texts = new TextInspector(chosenTexts, settings, onFailure);
  }

  /** Returns the problems of a unit that depend on no other unit. `value`: the result of `JSON.parse`, if already available. */
  inspect(unit: JsonUnit, value?: unknown): readonly Problem[] {
    const { lines, misnamed = false } = this.jsonRead;
    if (unit.reading === undefined && !misnamed && this.isPlain(unit.text, value)) return nothing;
    if (lines && !/\S/.test(unit.text)) return nothing;
    const list = !lines && !misnamed && this.mayBeRowList ? listedRows(unit) : undefined;
    return list ? this.inspectRows(unit, list) : this.inspectValue(unit);
  }

  /** Whether a list without a chosen dialect may be a list of rows. */
  private get mayBeRowList(): boolean {
    const { shape } = this.jsonRead;
    return isUnchosen(this.dialect) && hasMessages(shape) && shape !== 'session';
  }

  /** The inspector of the elements of a list of rows. */
  ofRows(rows: RowFacts | undefined): JsonInspector {
    if (this.rowsInspector?.rows !== rows || this.rowsInspector === undefined) {
      const jsonRead: JsonRead = { ...this.jsonRead, rows, lines: true, listed: true };
      this.rowsInspector = {
        rows,
        inspector: new JsonInspector(jsonRead, this.settings, this.onFailure, this.chosenTexts),
      };
    }
    return this.rowsInspector.inspector;
  }

  /** Returns the problems of a list of rows: those of each row, and those of the text after the last row that can be parsed alone. */
  private inspectRows({ text, names }: JsonUnit, { spans, restFrom, facts }: ListedRows): readonly Problem[] {
    const inspector = this.ofRows(facts);
    const { repeated } = inspector;
    const rowIndexByText = new Map<string, number>();
    const problems: Problem[] = [];
    for (const [index, { start, end }] of spans.entries()) {
      const row = jsonUnit(text.slice(start, end), names);
      const first = repeated && rowIndexByText.get(row.text);
      if (repeated && first === undefined) rowIndexByText.set(row.text, index);
      const rowProblems = [...inspector.inspect(row), ...((first !== undefined && repeated?.(row, first)) || nothing)];
      for (const problem of rowProblems) problems.push(movedBy(problem, start));
    }
    const [first] = spans;
    if (restFrom !== undefined && first !== undefined) {
      const rest = listRest(text.slice(first.start, first.end), text.slice(restFrom), names);
      for (const problem of this.inspectRest(rest)) problems.push(movedBy(problem, restFrom));
    }
    return problems;
  }

  /** Returns the problems of the text after the last separable row of a list, with offsets in that text. */
  inspectRest(rest: ListRest): readonly Problem[] {
    return problemsOfRest(rest, (unit) => this.inspectValue(unit));
  }

  private inspectValue(unit: JsonUnit): readonly Problem[] {
    const { settings, jsonRead: read } = this;
    const { shape, lines, misnamed = false, rows } = read;
    const reading = readUnit(unit);
    const dialect = dialectOf(reading, this.dialect);
    const { extraTokens = [], training = false, customTemplates = {} } = settings;
    const profile = profileOf(reading, settings);
    const alone = !isUnchosen(this.dialect) && !lines;
    const settingFacts = {
      template: settings.template !== undefined,
      extraTokens,
      customTemplates,
      profile,
      training,
      lines,
      chosenProfile: settings.profile,
    };
    const context = { dialect, shape, rows, alone, misnamed, text: unit.text, reading, ...settingFacts };
    const problems: Problem[] = [...(this.textsIn(unit)?.problems() ?? [])];
    const session = shape === 'session' && listOf(reading).session !== undefined;
    for (const active of this.rulesOf(dialect)) {
      if (session && !isOfSessions(active.code)) continue;
      this.attempt(active, () => active.look.check?.(context, collector(active, problems)));
    }
    const all = settings.profile && problems.length > 0 ? joinProfile(problems, this.isChosen) : problems;
    if (session) return all.map((problem) => inSession(problem, this.isChosen)).sort((a, b) => a.start - b.start);
    const problemsToReport = isCutOff(reading) ? all.filter((problem) => !isOfTheEnd(problem, reading)) : all;
    return problemsToReport.length === 0
      ? nothing
      : withoutSyntaxFallout(
          problemsToReport.sort((a, b) => a.start - b.start),
          reading,
        );
  }

  /** Whether a unit has messages, or belongs to a document that does. Any other JSON belongs to other tools, and is not checked. */
  isOurs(unit: JsonUnit): boolean {
    if (!isUnchosen(this.dialect) || hasMessages(this.jsonRead.shape)) return true;
    const reading = readUnit(unit);
    const shape = shapeOf(reading);
    return shape !== undefined && (shape.dialect !== 'text' || transcriptIn(reading) !== undefined);
  }

  /**
   * Whether a fast check shows that a unit has no problems that depend on this unit alone. Each character of `text` may stand for one byte
   * of UTF-8. `value`: the result of `JSON.parse`, if already available.
   */
  isPlain(text: string, value?: unknown): boolean {
    const { dialect } = this;
    const { shape, rows, names } = this.jsonRead;
    // The fast check only supports the usual names.
    const look = names ? undefined : this.quickLook(isUnchosen(dialect) ? 'messages' : dialect);
    if (look === undefined) return false;
    if (look === 'rows') {
      value ??= parsed(text);
      if (!isPlainTrainingRow(text, value)) return false;
    }
    if (!isUnchosen(dialect)) return isTriviallyClean(dialect, text, value);
    if (shape === 'sharegpt') return (rows?.kind ?? sharedMember) === sharedMember && isPlainShareGpt(text, value);
    return (
      shape === 'messages' &&
      (rows === undefined || isListKind(rows.kind) === /^\s*\[/.test(text)) &&
      isPlainList(text, value)
    );
  }

  /**
   * Returns the fast check that can replace all rules. Such a check exists if every rule declares that it reports nothing for values that
   * pass the check.
   */
  private quickLook(dialect: JsonDialectId): QuickLook {
    let quick = this.quick.get(dialect);
    if (quick === undefined) {
      const { profile, training = false } = this.settings;
      const silent = this.rulesOf(dialect).map(({ look }) => look.check === undefined || look.silentOnPlainValues);
      const isOfRows = training || silent.includes('rows');
      quick = { look: profile !== undefined || silent.includes(undefined) ? undefined : isOfRows ? 'rows' : 'values' };
      this.quick.set(dialect, quick);
    }
    return quick.look;
  }

  /** Whether the user set the severity of a code. */
  private readonly isChosen = (code: string) => getOwn(levelsFor(this.settings, undefined), code) !== undefined;

  /**
   * Returns a function to call with each unit and its line, in order. That function returns the problems of the unit that depend on earlier
   * units. `comparesRows`: whether the caller itself finds repeated units, with `repeated`.
   */
  sequence(comparesRows = false): ((unit: JsonUnit, line?: number) => readonly Problem[]) | undefined {
    // If each value has its own dialect, only units in the dialect of the file's shape are examined.
    const { shape, lines } = this.jsonRead;
    const dialect = this.dialectOfRows();
    const steps = this.rulesOf(dialect).flatMap((active) => {
      const step =
        comparesRows && active.code === rowDuplicate.code ? undefined : active.look.sequence?.({ lines, shape });
      return step === undefined ? [] : [{ active, step }];
    });
    if (steps.length === 0) return undefined;
    return (unit, line) => {
      if (isUnchosen(this.dialect) && dialectOfUnit(unit, this.dialect) !== dialect) return nothing;
      const problems: Problem[] = [];
      for (const { active, step } of steps) {
        const report: Report = collector(active, problems);
        this.attempt(active, () => step(unit, report, line));
      }
      return problems.length === 0 ? nothing : withoutSyntaxFallout(problems, readUnit(unit));
    };
  }

  /** The dialect whose rules examine the units as a sequence. */
  private dialectOfRows(): JsonDialectId {
    const { dialect } = shapes.find(({ name }) => name === this.jsonRead.shape) ?? {};
    return isUnchosen(this.dialect) && dialect && dialect !== 'text' ? dialect : this.dialect;
  }

  /**
   * Returns a function that reports a repeated unit, for callers that compare the units themselves; undefined if repetitions are not
   * reported. `line`: the line of the earlier unit, or its index in a list.
   */
  get repeated(): ((unit: JsonUnit, line: number) => readonly Problem[]) | undefined {
    const { severity } = this.rulesOf(this.dialectOfRows()).find(({ code }) => code === rowDuplicate.code) ?? {};
    if (severity === undefined || !holdsRows(this.jsonRead.shape)) return undefined;
    return (unit, line) => {
      const { root } = readUnit(unit);
      if (root === undefined || !isRow(root)) return nothing;
      const message = repeatsRow(line, this.jsonRead.listed);
      return [{ code: rowDuplicate.code, severity, message, ...valueSpan(unit.text, root) }];
    };
  }

  /** Returns the strings of a unit that are transcripts; undefined if the unit holds no transcripts or is not valid JSON. */
  textsIn(unit: JsonUnit): Texts | undefined {
    const reading = readUnit(unit);
    if (!isUnchosen(dialectOf(reading, this.dialect)) || reading.faults.some(isSyntaxFault)) return undefined;
    return holdsTexts(reading, this.jsonRead.shape) ? this.texts.in(unit) : undefined;
  }

  private rulesOf(dialect: JsonDialectId): readonly ActiveRule<JsonScope>[] {
    let active = this.rules.get(dialect);
    if (active === undefined) {
      // Harmony mode does not exist in JSON, so each rule has its own severity.
      const levels = levelsFor(this.settings, undefined);
      const { strict, training = false, streamed } = this.settings;
      const context = { strict, training, streamed, family: { id: dialect } };
      active = jsonRules.flatMap((rule) => {
        const { code, json: look } = rule;
        const severity = levelOf(rule, context, levels);
        if (severity === 'off' || !look.dialects.includes(dialect)) return [];
        return [{ code, look, severity, chosen: getOwn(levels, code) !== undefined, optIn: false }];
      });
      this.rules.set(dialect, active);
    }
    return active;
  }

  get dialect(): JsonDialectId {
    return this.jsonRead.dialect;
  }

  private attempt({ code }: ActiveRule<unknown>, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.onFailure(code, error);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

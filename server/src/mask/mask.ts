/**
 * Computes how a trainer trains a row: the ids and labels of its tokens, truncation, and problems. The command, the
 * preview and the report all show this result.
 */
import { getOwn } from '../syntax/get-own.ts';
import type { TokenPlaces } from '../tokens/places.ts';
import { TokenMissing } from '../tokens/tokenizer-file.ts';
import { findingsOf, type MaskFinding } from './findings.ts';
import { flagFindings } from './flag-findings.ts';
import { kindsOf, type TokenKind } from './kinds.ts';
import type { OptionValues } from './options.ts';
import { keptOf, type LengthCut } from './over.ts';
import type { MaskSetting } from './prompt.ts';
import { firstRowOf, isInPart, type Row, readRow } from './row.ts';
import { IGNORED, noLabels, RefusedRow, type Sequence, UncertainMask } from './sequence.ts';
import type { LengthRule, MaskRow, Over, Trainer } from './trainers/trainer.ts';

/** A trainer, and the settings that determine its masks. */
export interface MaskProfile {
  readonly trainer: Trainer;
  readonly values: OptionValues;
  /** The names of the options that are set explicitly. */
  readonly given: ReadonlySet<string>;
  readonly setting: MaskSetting;
  /** The maximum length of a sequence, and the treatment of longer ones. If present, they override the trainer's own rule. */
  readonly limit?: number | undefined;
  readonly over?: Over | undefined;
}

export interface MaskedSequence {
  readonly part?: string;
  /** The ids of the tokens that remain after truncation, including those that are not trained. */
  readonly ids: readonly number[];
  readonly labels: readonly number[];
  /** The number of tokens before truncation. */
  readonly length: number;
  readonly text: string;
  readonly places: TokenPlaces | undefined;
  /** The spans of the text that come from the row. */
  readonly mapped: Sequence['mapped'];
  /** Returns all tokens before truncation for display, each with its final label, and whether it is cut off. */
  tokens(): readonly MaskedToken[];
  /** The number of trained tokens of each kind. */
  readonly trained: ReadonlyMap<TokenKind | 'unknown', number>;
  /** For each answer in the prompt that should be trained: whether its stop token is trained. */
  readonly stops: readonly boolean[];
}

export interface MaskedToken {
  readonly id: number;
  readonly kind: TokenKind | undefined;
  readonly message: number | undefined;
  readonly trained: boolean;
  readonly cut: boolean;
}

export interface MaskedRow {
  readonly sequences: readonly MaskedSequence[];
  /** The reason why the trainer stops at the row (`refused`) or drops it (`dropped`). */
  readonly refused?: string;
  readonly dropped?: string;
  /** The reason why only lengths are known, if masks of this trainer are not supported. */
  readonly unmade?: string;
  /** The reason why the mask of this row cannot be determined, if masks of the trainer are supported. */
  readonly uncertain?: string;
  readonly findings: readonly MaskFinding[];
}

export interface Masker {
  row(line: string): MaskedRow;
}

/** Returns the masker for a data set. `first`: its first row, which some trainers use to decide how to treat all rows. */
export function maskerOf(profile: MaskProfile, first: string): Masker {
  const { trainer, values, setting } = profile;
  const lists = trainer.lists?.(values) ?? [];
  let begun: MaskRow | undefined;
  let failure: RefusedRow | undefined;
  const firstRow = firstRowOf(first, lists);
  try {
    begun = trainer.begin(setting, values, firstRow);
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    failure = error;
  }
  const roles = trainer.trainedRoles(values, firstRow);
  const started: readonly MaskFinding[] = begun === undefined ? [] : (trainer.startEvents?.(setting, values) ?? []);
  return {
    row(line) {
      const rowFindings = trainer.rowFindings?.(line) ?? [];
      const lost = rowFindings.find(({ refused, dropped }) => (refused ?? dropped) !== undefined);
      if (lost !== undefined) {
        const { refused, dropped } = lost;
        return {
          sequences: [],
          findings: rowFindings,
          ...(refused !== undefined && { refused }),
          ...(dropped !== undefined && { dropped }),
        };
      }
      try {
        if (begun === undefined) throw failure ?? new RefusedRow('');
        const maskedRow = masked(profile, readRow(line, lists), begun, roles);
        // Warnings from the trainer's start are reported only once, with the first row.
        const findings = [...(line === first ? started : []), ...rowFindings, ...maskedRow.findings];
        return { ...maskedRow, findings };
      } catch (error) {
        const masked = rejected(error);
        return { ...masked, findings: [...rowFindings, ...masked.findings] };
      }
    },
  };
}

function rejected(error: unknown): MaskedRow {
  if (error instanceof RefusedRow) {
    const message = `The trainer stops here: ${error.message}`;
    return { sequences: [], refused: error.message, findings: [{ code: error.code, message }] };
  }
  if (error instanceof SyntaxError) {
    const message = `The trainer cannot read this row: ${error.message}`;
    return { sequences: [], refused: error.message, findings: [{ code: 'mask-refused', message }] };
  }
  if (error instanceof UncertainMask || error instanceof TokenMissing) {
    const message = `There is no mask: ${error.message}`;
    return { sequences: [], uncertain: error.message, findings: [{ code: 'mask-approximate', message }] };
  }
  throw error;
}

/** Returns the trainer's rule for the maximum length of a sequence, with the user's changes. */
export function lengthRule({ trainer, values, limit, over }: MaskProfile): LengthRule {
  const rule = trainer.length(values);
  return { ...rule, ...(limit !== undefined && { limit }), ...(over !== undefined && { over }) };
}

function masked(profile: MaskProfile, row: Row, mask: MaskRow, roles: ReadonlySet<string> | 'all'): MaskedRow {
  const rule = lengthRule(profile);
  const sequences = mask(row);
  const findings: MaskFinding[] = profile.trainer.rowFindings ? [] : flagFindings(profile, row);
  const cuts = sequences.map((sequence) => keptOf(sequence, rule));
  const refused = cuts.find((one) => one.refused !== undefined)?.refused;
  if (refused !== undefined)
    return {
      sequences: [],
      refused,
      findings: [{ code: 'mask-refused', message: `The trainer stops here: ${refused}` }],
    };
  if (profile.trainer.unmade !== undefined)
    return {
      unmade: profile.trainer.unmade,
      sequences: sequences.map((sequence, i) => withoutMask(sequence, cuts[i] as LengthCut, profile, findings)),
      findings,
    };
  const flagged = withPlaces(findings.splice(0), row, undefined);
  for (const one of flagged) findings.push(one);
  const results = sequences.map((sequence, i) => {
    const sequenceFindings: MaskFinding[] = [];
    const result = cutOff(
      profile,
      { ...sequence, sources: row.sources },
      cuts[i] as LengthCut,
      roles,
      sequenceFindings,
    );
    for (const one of withPlaces(sequenceFindings, row, sequence.part)) findings.push(one);
    return result;
  });
  const isEmpty = results.every(({ labels }) => labels.every((label) => label === IGNORED));
  const dropped = cuts.find((one) => one.dropped !== undefined)?.dropped ?? (isEmpty ? rule.dropsEmpty : undefined);
  if (dropped !== undefined) findings.push({ code: 'mask-dropped', message: `The trainer drops this row: ${dropped}` });
  return {
    sequences: results,
    findings: withoutTwins(findings),
    ...(dropped !== undefined && { dropped }),
  };
}

/** Adds the spans of the messages to findings about messages. */
function withPlaces(findings: readonly MaskFinding[], { sources }: Row, part: string | undefined): MaskFinding[] {
  const places = new Map<number, readonly [number, number]>();
  for (const source of sources) {
    const { message, content, start, end } = source;
    if (message !== undefined && content && !places.has(message) && isInPart(source, part))
      places.set(message, [start, end]);
  }
  return findings.map((finding) => {
    const at = finding.about === undefined ? undefined : places.get(finding.about);
    return at === undefined ? finding : { ...finding, at };
  });
}

/**
 * Removes duplicate findings. For example, the two answers of a preference row have the same prompt, whose problems
 * would be reported twice.
 */
function withoutTwins(findings: readonly MaskFinding[]): MaskFinding[] {
  const reportedKeys = new Set<string>();
  return findings.filter(({ code, message, at }) => {
    const key = JSON.stringify([code, message, at]);
    if (reportedKeys.has(key)) return false;
    reportedKeys.add(key);
    return true;
  });
}

/** The options that can make a trainer train everything, each with the value that has this effect. */
const everythingOptions: readonly (readonly [name: string, value: boolean])[] = [
  ['assistant_only_loss', false],
  ['completion_only_loss', false],
  ['train_on_inputs', true],
];

function cutOff(
  { trainer, values, given, setting, limit }: MaskProfile,
  sequence: Sequence,
  cut: LengthCut,
  roles: ReadonlySet<string> | 'all',
  findings: MaskFinding[],
): MaskedSequence {
  const { added } = setting.tokenizer.traits;
  const isKept = new Uint8Array(sequence.ids.length);
  for (const [from, to] of cut.stretches) isKept.fill(1, from, to);
  const labels = cut.cut ? sequence.labels.map((label, i) => (isKept[i] === 1 ? label : IGNORED)) : sequence.labels;
  const kinds = kindsOf(sequence, added);
  const asked = everythingOptions.some(([name, value]) => given.has(name) && getOwn(values, name) === value);
  const detailed = trainer.flags !== undefined && (given.has('message_field_training_detail') || hasParts(sequence));
  // The labels before truncation are checked, because the tokens that are cut off are reported separately below.
  const whole = cut.cut ? sequence.labels : labels;
  if (cut.dropped === undefined)
    for (const one of findingsOf({ sequence, labels: whole, kinds, roles, asked, detailed, added })) findings.push(one);
  if (cut.cut) {
    if (labels.every((label) => label === IGNORED) && whole.some((label) => label !== IGNORED))
      findings.push({
        code: 'mask-empty',
        message: 'No token in this row is trained, because all tokens to train are cut off',
      });
    const length = cut.stretches.reduce((sum, [from, to]) => sum + to - from, 0);
    const lost = sequence.labels.filter((label, i) => label !== IGNORED && isKept[i] === 0).length;
    findings.push({
      ...cutFinding(limit),
      message: `The row is cut: ${length} of ${sequence.ids.length} tokens remain, and ${lost} trained ${lost === 1 ? 'token is' : 'tokens are'} lost`,
    });
  }
  const isLeftOut = (message: number, isTrained: boolean) => !isTrained && sequence.unasked?.has(message) === true;
  const pick = (list: readonly number[]) =>
    cut.cut ? cut.stretches.flatMap(([from, to]) => list.slice(from, to)) : list;
  return {
    ...(sequence.part !== undefined && { part: sequence.part }),
    ids: pick(sequence.ids),
    labels: pick(sequence.labels),
    length: sequence.ids.length,
    text: sequence.text,
    places: sequence.places,
    mapped: sequence.mapped,
    tokens: () =>
      sequence.ids.map((id, i) => ({
        id,
        kind: kinds?.kinds[i],
        message: kinds?.messages[i],
        trained: labels[i] !== IGNORED,
        cut: isKept[i] === 0,
      })),
    trained: trainedKinds(labels, kinds?.kinds),
    stops: [...(kinds?.answers ?? [])].flatMap(([message, { stop }]) => {
      const isTrained = stop !== undefined && labels[stop] !== IGNORED;
      return isLeftOut(message, isTrained) ? [] : isTrained;
    }),
  };
}

/** If the user has set the limit, it overrides the trainer's own option, so the remedy must not name that option. */
const cutFinding = (limit: number | undefined) => ({
  code: 'mask-cut',
  ...(limit !== undefined && { remedy: 'limit' }),
});

/** Returns a truncated sequence in which no token is trained. */
function withoutMask(
  sequence: Sequence,
  cut: LengthCut,
  { limit }: MaskProfile,
  findings: MaskFinding[],
): MaskedSequence {
  const ids = cut.stretches.flatMap(([from, to]) => sequence.ids.slice(from, to));
  if (cut.cut)
    findings.push({
      ...cutFinding(limit),
      message: `The row is cut: about ${ids.length} of ${sequence.ids.length} tokens remain`,
    });
  const { text, places, mapped } = sequence;
  return {
    ids,
    labels: noLabels(ids),
    length: sequence.ids.length,
    text,
    places,
    mapped,
    tokens: () =>
      sequence.ids.map((id, i) => ({
        id,
        kind: undefined,
        message: undefined,
        trained: false,
        cut: !cut.stretches.some(([from, to]) => i >= from && i < to),
      })),
    trained: new Map(),
    stops: [],
  };
}

function trainedKinds(labels: readonly number[], kinds: readonly TokenKind[] | undefined) {
  const counts = new Map<TokenKind | 'unknown', number>();
  for (const [i, label] of labels.entries()) {
    if (label === IGNORED) continue;
    const kind = kinds?.[i] ?? 'unknown';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Whether some content is a list of parts, which may have flags. */
const hasParts = ({ sources = [] }: Sequence): boolean =>
  sources.some(({ part, key }) => part === 'content' && key === 'text');

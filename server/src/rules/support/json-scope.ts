/** The input of rules for JSON documents. */
import type { JsonDialectId, MessageProfile, ProfileFact, RowFacts, ShapeName } from '../../grammar/index.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { JsonNode, JsonReading, JsonString } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import type { Span } from '../../syntax/span.ts';
import type { Report } from './rule.ts';

/** A single value: a whole file, or a line of JSON Lines. */
export interface JsonContext {
  readonly dialect: JsonDialectId;
  /** The recognized shape, if no dialect was chosen. */
  readonly shape: ShapeName;
  /** The kind of the rows in the file, if it has one row per line and no dialect was chosen. */
  readonly rows?: RowFacts | undefined;
  /** Whether this is the only value of the document, and the document's dialect is chosen or follows from the file name. */
  readonly alone: boolean;
  /** Whether the file name implies JSON Lines although this value spans several lines. */
  readonly misnamed: boolean;
  readonly text: string;
  readonly reading: JsonReading;
  /** Tokens of ChatML on the wire in addition to the standard ones (`ocml.wire.extraTokens`). */
  readonly extraTokens: readonly string[];
  /** The project's own templates, by name (`templates.custom`). */
  readonly customTemplates: Readonly<Record<string, { readonly message: string }>>;
  /** The profile of message lists that applies: the chosen one, or the one that follows from the shape. */
  readonly profile: ProfileFact;
  /**
   * The profile that the user has chosen; undefined if `profile` follows from the shape. Parts that the reader of a profile rejects are
   * reported only if the profile is chosen.
   */
  readonly chosenProfile: MessageProfile | undefined;
  /** Whether a chat template is chosen. Rendering then reports what the template drops or fails on. */
  readonly template?: boolean;
  /** Whether the value is a line of JSON Lines. */
  readonly lines: boolean;
  /** Whether the value is a training row. */
  readonly training: boolean;
}

export interface JsonScope {
  readonly dialects: readonly JsonDialectId[];
  /**
   * Promises that `check` reports nothing for plain values, as long as no profile is chosen. A plain value passes the quick check of
   * `checker/json/fast-path.ts`. A plain training row also passes that of `plain-training-row.ts`. With `'rows'`, the promise only covers
   * values that pass both checks, whether or not they are training rows. While a rule without this flag is on, every value is parsed.
   */
  readonly silentOnPlainValues?: true | 'rows';
  /** Checks one value. */
  check?(context: JsonContext, report: Report): void;
  /**
   * Checks all values in order. The returned function is called for each value, and keeps state about the earlier values. `lines`: whether
   * the document has one value per line; `shape`: the recognized shape, if no dialect was chosen; `line`: the line of the value, counted
   * from 0.
   */
  sequence?(document: {
    readonly lines: boolean;
    readonly shape: ShapeName;
  }): ((unit: JsonUnit, report: Report, line?: number) => void) | undefined;
}

/** The span in the document that a part of a string's value occupies. */
export function spanIn(text: string, node: JsonString, from: number, to: number): Span {
  return { start: sourceOffset(text, node, from), end: sourceOffset(text, node, to) };
}

/** The span to underline for a value. If an object or array spans several lines, this is its first line. */
export function valueSpan(text: string, { start, end }: Span): Span {
  const index = text.slice(start, end).search(/[\r\n]/);
  return { start, end: index < 0 ? end : start + index };
}

/** Every match of a pattern in a string, with its location in the document. */
export function* matchesIn(text: string, node: JsonString, pattern: RegExp): Generator<Span & { match: string }> {
  for (const { index, 0: match } of node.value.matchAll(pattern)) {
    yield { ...spanIn(text, node, index, index + match.length), match };
  }
}

/** The kind of a value, in words. */
export function kindOf({ kind }: JsonNode): string {
  return kindNames[kind];
}

const kindNames: Record<JsonNode['kind'], string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
  broken: 'broken JSON',
};

/** The view that a rule has of JSON documents. */
import type { JsonDialectId, MessageProfile, ProfileFact, RowFacts, ShapeName } from '../../grammar/index.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { JsonNode, JsonReading, JsonString } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import type { Span } from '../../syntax/span.ts';
import type { Report } from './rule.ts';

/** A value on its own: a whole file, or a line of JSON Lines. */
export interface JsonContext {
  readonly dialect: JsonDialectId;
  /** The recognised shape, if no dialect was chosen. */
  readonly shape: ShapeName;
  /** The kind of the rows of the file, if it has one a line and no dialect was chosen. */
  readonly rows?: RowFacts | undefined;
  /** It is the one value of a document whose dialect is chosen, or settled by its name. */
  readonly alone: boolean;
  /** The name of the file says JSON Lines, and this is a value over several lines. */
  readonly misnamed: boolean;
  readonly text: string;
  readonly reading: JsonReading;
  /** Tokens of ChatML on the wire besides its own (`ocml.wire.extraTokens`). */
  readonly extraTokens: readonly string[];
  /** The templates of the project's own, by name (`templates.custom`). */
  readonly customTemplates: Readonly<Record<string, { readonly message: string }>>;
  /** The purpose of a message list. */
  readonly profile: ProfileFact;
  /** The profile that the user chose: what its reader rejects is reported. Undefined if `profile` follows from the shape. */
  readonly chosenProfile: MessageProfile | undefined;
  /** A chat template is chosen: what that fails on or drops, it shows itself. */
  readonly template?: boolean;
  /** It is a line of JSON Lines. */
  readonly lines: boolean;
  /** The value is a training row. */
  readonly training: boolean;
}

export interface JsonScope {
  readonly dialects: readonly JsonDialectId[];
  /**
   * `check` has nothing to say of a value that passes the quick look (`checker/json/fast-path.ts`), and that of a training row
   * (`plain-training-row.ts`) if it is one, unless a profile is chosen; `'rows'`: of a value that passes both, whatever it is.
   * While a rule is on that does not say so, every value is read.
   */
  readonly silentOnPlainValues?: true | 'rows';
  /** Looks at one value. */
  check?(context: JsonContext, report: Report): void;
  /**
   * Looks at the values in order; the returned function remembers what it needs about earlier ones. `lines`: the document
   * has one value per line; `shape`: as recognised, if no dialect was chosen; `line`: that of the value, counted from 0.
   */
  sequence?(document: {
    readonly lines: boolean;
    readonly shape: ShapeName;
  }): ((unit: JsonUnit, report: Report, line?: number) => void) | undefined;
}

/** Where a part of a string's value is in the document. */
export function spanIn(text: string, node: JsonString, from: number, to: number): Span {
  return { start: sourceOffset(text, node, from), end: sourceOffset(text, node, to) };
}

/** A value as it is underlined: an object or array of several lines, on its first. */
export function valueSpan(text: string, { start, end }: Span): Span {
  const found = text.slice(start, end).search(/[\r\n]/);
  return { start, end: found < 0 ? end : start + found };
}

/** Every match of a pattern in a string, with its place in the document. */
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
  broken: 'no value',
};

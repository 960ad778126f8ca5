import type { JsonDialectId } from '../../grammar/index.ts';
import type { HeaderValues } from '../../syntax/document-header/values.ts';
import type { FamilyId } from '../../syntax/families/family.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { Context, Level, RuleFacts } from './rule.ts';

/** Levels by code, as a user sets them in `ocml.rules`. */
export type Levels = Readonly<Record<string, Level>>;

/** The sources of levels: settings of the user and the project, then the document, then the command line. */
export interface LevelSettings {
  readonly levels: Levels;
  /** The levels that override the document's own `lint:`, such as the flags of a command. */
  readonly forced?: Levels;
}

/** The levels that hold for a document with this header. */
export function levelsFor({ levels, forced }: LevelSettings, header: HeaderValues | undefined): Levels {
  return { ...levels, ...documentLevels(header), ...forced };
}

/** The prefix of header keys that set levels. */
export const lintPrefix = 'lint.';

/** The levels under `lint:` in the document header. `document-key-type` reports values that are not a level. */
function documentLevels(header: HeaderValues | undefined): Levels {
  const headerEntries = header?.entries ?? [];
  return Object.fromEntries(
    headerEntries.flatMap(({ path, value }): [string, Level][] =>
      path.startsWith(lintPrefix) && isLevel(value) ? [[path.slice(lintPrefix.length), value]] : [],
    ),
  );
}

/** The facts on which severities depend; `family`: for JSON, its dialect. */
export type LevelContext = Pick<Context, 'strict' | 'training'> & {
  /** The document is a server's answer: nothing that follows an answer can be in it. */
  readonly streamed?: boolean | undefined;
  readonly family: { readonly id: FamilyId | JsonDialectId };
};

/** The severity of a rule's faults: the user's choice, else by rule set, strictness and family. */
export function levelOf(
  { code, level, levels: differing = {} }: RuleFacts,
  { family, strict, training, streamed }: LevelContext,
  levels: Levels,
): Level {
  // A part that a stream cannot contain is not missing in it, regardless of its severity elsewhere.
  if (streamed && differing.streamed === 'off') return 'off';
  const chosen = getOwn(levels, code);
  if (chosen !== undefined) return chosen;
  const usual = getOwn(differing as Readonly<Record<string, Level>>, family.id) ?? level;
  // A code that has no meaning in a family has none in its training rows.
  if (getOwn(differing as Readonly<Record<string, Level>>, family.id) === 'off') return 'off';
  const held = strict && usual !== 'off' ? (differing.strict ?? usual) : usual;
  return training ? (differing.training ?? held) : held;
}

export const severities = ['error', 'warning', 'information', 'hint'] as const;

/** Every possible level. */
export const levelNames: readonly Level[] = [...severities, 'off'];

export function isLevel(value: unknown): value is Level {
  return (levelNames as readonly unknown[]).includes(value);
}

import type { JsonDialectId } from '../../grammar/index.ts';
import type { HeaderValues } from '../../syntax/document-header/values.ts';
import type { FamilyId } from '../../syntax/families/family.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { Context, Level, RuleFacts } from './rule.ts';

/** The levels of rules, by code, as a user sets them in `ocml.rules`. */
export type Levels = Readonly<Record<string, Level>>;

/**
 * The levels from the settings of the user and the project, and those from the command line. The levels in the document override the
 * former, and are overridden by the latter.
 */
export interface LevelSettings {
  readonly levels: Levels;
  /** The levels that override even the document's own `lint:`, such as those from command-line flags. */
  readonly forced?: Levels;
}

/** The levels that apply to a document with this header. */
export function levelsFor({ levels, forced }: LevelSettings, header: HeaderValues | undefined): Levels {
  return { ...levels, ...documentLevels(header), ...forced };
}

/** The prefix of header keys that set levels. */
export const lintPrefix = 'lint.';

/** The levels under `lint:` in the document header. `document-key-type` reports values that are not levels. */
function documentLevels(header: HeaderValues | undefined): Levels {
  const headerEntries = header?.entries ?? [];
  return Object.fromEntries(
    headerEntries.flatMap(({ path, value }): [string, Level][] =>
      path.startsWith(lintPrefix) && isLevel(value) ? [[path.slice(lintPrefix.length), value]] : [],
    ),
  );
}

/** The facts on which severities depend. `family`: for JSON, its dialect. */
export type LevelContext = Pick<Context, 'strict' | 'training'> & {
  /** Whether the document is a server's streamed answer, which cannot contain anything that would follow an answer. */
  readonly streamed?: boolean | undefined;
  readonly family: { readonly id: FamilyId | JsonDialectId };
};

/**
 * The severity of a rule's faults: the one that the user has chosen, or otherwise the rule's own. The latter depends on the family, on
 * `ocml.strict`, and on whether the document is a training row.
 */
export function levelOf(
  { code, level, levels: differing = {} }: RuleFacts,
  { family, strict, training, streamed }: LevelContext,
  levels: Levels,
): Level {
  // A streamed answer cannot contain the part that such a rule requires, so the part is not reported as missing, whatever severity was
  // chosen.
  if (streamed && differing.streamed === 'off') return 'off';
  const chosen = getOwn(levels, code);
  if (chosen !== undefined) return chosen;
  const usual = getOwn(differing as Readonly<Record<string, Level>>, family.id) ?? level;
  // A code that does not apply to a family does not apply to its training rows either.
  if (getOwn(differing as Readonly<Record<string, Level>>, family.id) === 'off') return 'off';
  const baseLevel = strict && usual !== 'off' ? (differing.strict ?? usual) : usual;
  return training ? (differing.training ?? baseLevel) : baseLevel;
}

export const severities = ['error', 'warning', 'information', 'hint'] as const;

export const levelNames: readonly Level[] = [...severities, 'off'];

export function isLevel(value: unknown): value is Level {
  return (levelNames as readonly unknown[]).includes(value);
}

import type { Context, Level, Rule } from './rule.ts';

/** Levels by code, as a user sets them in `ocml.rules`. */
export type Levels = Readonly<Record<string, Level>>;

/** How severe a rule's faults are: as the user says, else by strictness, dialect and mode. */
export function levelOf(rule: Rule, context: Pick<Context, 'strict' | 'dialect' | 'harmony'>, levels: Levels): Level {
  const chosen = levels[rule.code];
  if (chosen !== undefined) return chosen;
  const usual =
    (context.dialect === 'harmony' ? rule.harmonyDialect : undefined) ??
    (context.harmony ? rule.harmony : undefined) ??
    rule.level;
  return context.strict && usual !== 'off' ? (rule.strict ?? usual) : usual;
}

export const severities = ['error', 'warning', 'information', 'hint'] as const;

export function isLevel(value: unknown): value is Level {
  return value === 'off' || (severities as readonly unknown[]).includes(value);
}

/** The codes of problems that `ocml rows` selects rows by, and the levels at which these problems are found. */
import { jsonRules } from '../../checker/json/rules.ts';
import { codes as allCodes } from '../../rules/index.ts';
import { rule as rowDuplicate } from '../../rules/json/row-duplicate.ts';
import type { Levels } from '../../rules/support/levels.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { closest } from '../../syntax/tokens/closest.ts';

/**
 * Throws an error with a message for the user unless a single row can have a problem with this code. `flag`: the option that names the
 * code.
 */
export function mustBeCodeOfRows(flag: string, code: string): void {
  if (code === rowDuplicate.code)
    throw new Error(
      `--${flag} takes problems of single rows, but ${code} compares rows: use --drop-duplicates instead`,
    );
  if (jsonRules.some((rule) => rule.code === code)) return;
  const parts = code.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length > 1)
    throw new Error(
      `--${flag} takes one code, and is repeated for others: --${flag} ${parts.slice(0, 2).join(` --${flag} `)}`,
    );
  if (allCodes.includes(code))
    throw new Error(
      `--${flag}: ${code} is a problem in text transcripts, chat templates or loss masks, which ocml rows does not check`,
    );
  const near = closest(code, allCodes);
  throw new Error(`there is no code ${code}${near ? `; did you mean ${near}?` : '.'} ocml rules lists all codes.`);
}

/** Returns levels in which the rules with these codes are on, even if they would otherwise be off. */
export function levelsOfNamed(codes: readonly string[], levels: Levels): Levels {
  const isOff = (code: string) =>
    (getOwn(levels, code) ?? jsonRules.find((rule) => rule.code === code)?.level) === 'off';
  return { ...levels, ...Object.fromEntries(codes.filter(isOff).map((code) => [code, 'warning' as const])) };
}

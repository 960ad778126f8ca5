/** Fixes of invalid JSON. They change how values are written, but not the values. */
import { indexAtMost, type JsonEdit, MAX_FAULTS } from '../../syntax/json/nodes.ts';
import { readLike } from '../../syntax/json/row-names.ts';
import { sameValue } from '../../syntax/json/same-value.ts';
import type { Proposal } from '../fix.ts';
import { applyEdits } from '../proof/replacement.ts';
import { repairsOf } from '../support/repair-json.ts';
import { type JsonFixers, type JsonTarget, stringAt } from './fix.ts';

/** The edits that the parser suggests for the string with the problem. */
function inString({ reading, problem }: JsonTarget, isRelevant: (edit: JsonEdit) => boolean): readonly JsonEdit[] {
  const string = stringAt(reading.root, problem.start);
  const { repairs } = reading;
  if (string === undefined || repairs.length === 0) return [];
  const before = indexAtMost(repairs, string.start - 1, ({ start }) => start);
  const edits: JsonEdit[] = [];
  for (let i = before; i < repairs.length; i++) {
    const edit = repairs[i] as JsonEdit;
    if (edit.end > string.end) break;
    if (edit.start >= string.start && isRelevant(edit)) edits.push(edit);
  }
  return edits;
}

/**
 * Whether edits leave the meaning of the document unchanged and reduce its faults. If the faults reach the limit, they do not have to
 * become fewer.
 */
export function isLosslessRepair(
  { text, reading }: Pick<JsonTarget, 'text' | 'reading'>,
  edits: readonly JsonEdit[],
): boolean {
  const after = readLike(applyEdits(text, edits), reading);
  const better = after.faults.length < reading.faults.length || after.faults.length === MAX_FAULTS;
  return better && sameValue(after.root, reading.root);
}

const isBreak = (text: string) => /^(?:\r\n|\r|\n)$/.test(text);

function proposalOf(title: string, edits: readonly JsonEdit[], safe: boolean): Proposal | undefined {
  return edits.length === 0 ? undefined : { title, edits, preferred: true, safe };
}

const comment = /^(?:\/\/|\/\*|#)/;

/** Repairs all faults at once, because a syntax error hides the errors after it. */
function repair({ text, reading }: JsonTarget): Proposal | undefined {
  const edits = repairsOf(text, reading);
  if (edits === undefined) return undefined;
  const places = edits.length > 1 ? ` in ${edits.length} places` : '';
  const drops = edits.some(({ start, end }) => comment.test(text.slice(start, end).trimStart()));
  if (reading.faults.every(({ code }) => code === 'comma-after'))
    return proposalOf('Remove the comma after the JSON value', edits, true);
  return proposalOf(`Repair the JSON${places}${drops ? ' and remove its comments' : ''}`, edits, false);
}

export const syntaxFixers: JsonFixers = {
  'wire-json': {
    says: 'repair quotes, commas, colons and brackets, and remove comments, if the result is valid JSON',
    proof: true,
    safe: true,
    fix: (target) => [repair(target)],
  },
  'wire-smart-quote': {
    says: 'replace both quotes of the string with `"`',
    proof: true,
    safe: true,
    fix(target) {
      const edits = inString(target, ({ start, end }) => !isBreak(target.text.slice(start, end)));
      return [
        proposalOf(
          'Replace the quotes of this string with `"`',
          edits,
          edits.every(({ text }) => text === '"'),
        ),
      ];
    },
  },
  'wire-raw-newline': {
    says: 'escape every line break in the string as `\\n`',
    proof: true,
    safe: true,
    fix(target) {
      const edits = inString(target, ({ start, end }) => isBreak(target.text.slice(start, end)));
      const what = edits.length > 1 ? `${edits.length} line breaks` : 'line break';
      return [proposalOf(`Escape the ${what} in this string as \`${edits[0]?.text}\``, edits, true)];
    },
  },
  'wire-trailing-comma': {
    says: 'remove the comma',
    proof: true,
    safe: true,
    fix: ({ problem: { start, end } }) => [proposalOf('Remove the comma', [{ start, end, text: '' }], true)],
  },
};

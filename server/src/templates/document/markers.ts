/**
 * Finds misspelled control tokens in a template. Models have their own tokens, so a token only counts as misspelled if its correct
 * form is known: from elsewhere in the template, from the tokenizer, or from the dialect of the other markers.
 */
import { tokensOf } from '../../grammar/index.ts';
import { families } from '../../syntax/families/index.ts';
import { misspellings } from '../../syntax/tokens/misspelled.ts';
import { lex } from '../jinja/lexer.ts';
import type { TextProblem } from './problem.ts';

interface WrittenMarker {
  readonly text: string;
  readonly at: number;
}

/** The maximum number of markers, each of which is compared with all others. */
const MAX_MARKERS = 300;

const whole = /<\|([\w.:-]{1,60})\|>/g;
/** Matches a marker with an incomplete delimiter on one side. */
const broken = /<\|([a-z_]{3,60})>|<\|([a-z_]{3,60})\|(?!>)|<([a-z_]{3,60})\|>/g;

/** Finds misspelled markers. `tokenizerTokens`: the tokens of the tokenizer. */
export function markerProblems(text: string, tokenizerTokens: readonly string[]): TextProblem[] {
  const pieces = lex(text).tokens.filter(({ kind }) => kind === 'data' || kind === 'string');
  const find = (pattern: RegExp): WrittenMarker[] =>
    pieces.flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(pattern)].map((match) => ({ text: match[0], at: start + match.index })),
    );
  const right = find(whole);
  const counts = new Map<string, number>();
  for (const one of right) counts.set(one.text, (counts.get(one.text) ?? 0) + 1);
  const tokens = new Set(tokenizerTokens);
  // The dialects of which the template writes at least one token.
  const dialects = Object.values(families).filter((family) =>
    family.tokens.some(({ text: token }) => counts.has(token)),
  );
  const ofDialects = new Set(dialects.flatMap((family) => family.tokens.map((token) => token.text)));
  const everywhere = new Set(Object.values(tokensOf).flatMap((all) => all.map((token) => token.text)));
  const correctionOf = (name: string | undefined) => {
    const marker = `<|${name}|>`;
    return counts.has(marker) || tokens.has(marker) ? marker : undefined;
  };
  const problemByOffset = new Map<number, TextProblem>();
  const report = (one: WrittenMarker, correction: string | undefined) => {
    if (correction !== undefined && !tokens.has(one.text) && !problemByOffset.has(one.at))
      problemByOffset.set(one.at, misspelled(one, correction));
  };
  for (const one of find(broken)) report(one, correctionOf(/[a-z_]+/.exec(one.text)?.[0]));
  const looked = new Map<string, string | undefined>();
  for (const one of right) {
    if (looked.has(one.text)) report(one, looked.get(one.text));
    if (looked.has(one.text) || everywhere.has(one.text) || counts.size > MAX_MARKERS) continue;
    const often = [...counts].flatMap(([marker, count]) => (count > (counts.get(one.text) as number) ? marker : []));
    const correction = [...ofDialects, ...tokens, ...often].find((marker) => isSlip(one.text, marker));
    looked.set(one.text, correction);
    report(one, correction);
  }
  for (const { spellings } of dialects)
    for (const { start, end } of pieces)
      for (const one of misspellings(text, start, end, spellings))
        report({ text: one.text, at: one.start }, one.token.text);
  return [...problemByOffset.values()];
}

const misspelled = ({ text, at }: WrittenMarker, correction: string): TextProblem => ({
  code: 'template-marker-misspelled',
  message: `\`${text}\` is misspelled, so the model reads it as text instead of the control token \`${correction}\`. Write \`${correction}\`.`,
  at,
  length: text.length,
});

/**
 * Whether two markers differ by one typing error. A different number is not an error. Neither is an added or missing plural s,
 * unless the word has no plural: the s in `<|im_ends|>` is an error.
 */
function isSlip(marker: string, correction: string): boolean {
  if (marker === correction || correction.length < 8 || Math.abs(marker.length - correction.length) > 1) return false;
  // People rarely mistype the first letter.
  if (marker[2] !== correction[2]) return false;
  let start = 0;
  while (start < correction.length && marker[start] === correction[start]) start++;
  let [end, correctionEnd] = [marker.length, correction.length];
  while (end > start && correctionEnd > start && marker[end - 1] === correction[correctionEnd - 1]) {
    end--;
    correctionEnd--;
  }
  const [a, b] = [marker.slice(start, end), correction.slice(start, correctionEnd)];
  const isPlural = /s/.test(a + b) && !countless.test(marker);
  if (a.length !== b.length && (isPlural || /\d/.test(a + b))) return false;
  const isOther = a.length <= 1 && b.length <= 1 && !/\d/.test(a + b);
  return isOther || (a.length === 2 && b === `${a[1]}${a[0]}`);
}

/** Matches the plural of a word for a beginning or an end, which does not occur in real tokens. */
const countless = /(?:start|begin|end|eot|eom)s\|>$/;

/** Fixes of words that do not belong in a header. */
import { has, Trait } from '../syntax/block.ts';
import { ENDLITERAL, tokenAt } from '../syntax/tokens/tokens.ts';
import { plainSpaces, unseen } from '../syntax/wording.ts';
import { type Proposal, replace, type Target } from './fix.ts';
import { dropWord } from './headers.ts';
import { removeWord } from './support/edits.ts';

/** Replaces an attribute, and the stray words after it that are part of its value, with the intended attribute. */
export function joinValue({ block, message, problem }: Target, value: string): Proposal | undefined {
  const words = block.text.slice(problem.start, problem.end);
  const attribute = message.header.attributes.findLast(({ end }) => end <= problem.start);
  // In this case, the problem covers the whole attribute, as in `to = functions.f`, or only its value, because `to=` is missing.
  if (/^\w+\s*=\s*\S/.test(words) || (value === `to=${words}` && attribute?.value !== ''))
    return { title: `Change to \`${value}\``, edits: [replace(problem, value)], preferred: true };
  // A partial token among the words indicates a different fault.
  if (attribute?.key !== value.slice(0, value.indexOf('=')) || /[<|>]/.test(value)) return undefined;
  const span = { start: attribute.start, end: problem.end };
  return { title: `Change to \`${value}\``, edits: [replace(span, value)], preferred: true };
}

/** Removes the markers of a literal block from a header. The words between them stay, because the parser already reads them. */
export function unwrapLiteral(target: Target): Proposal | undefined {
  const { block, message, problem } = target;
  const { faults } = message.header;
  const markers = faults.filter(({ rule }) => rule === 'literal-in-header');
  const at = markers.findIndex(({ start }) => start === problem.start);
  const isEnd = markers[at]?.text === ENDLITERAL.text;
  const other = markers[isEnd ? at - 1 : at + 1];
  const single = dropStray(target);
  if (single === undefined || other === undefined || (other.text === ENDLITERAL.text) === isEnd) return single;
  const [first, second] = isEnd ? [other, problem] : [problem, other];
  return {
    title: 'Remove `<|literal|>` and `<|endliteral|>`, and keep the text between them',
    edits: [first, second].map((span) => removeWord(block.text, span)),
    preferred: true,
  };
}

/** Removes a word that does not belong in the header. A partial token is not removed, because that would hide a different fault. */
export function dropStray(target: Target): Proposal | undefined {
  const { problem, block } = target;
  const { text } = block;
  const isToken = tokenAt(text, problem.start) !== undefined;
  // Without the word, the text after it would be read as the word of the preceding token.
  if (text[problem.start - 1] === '>' && /[^\s<]/.test(text[problem.end] ?? '<')) return undefined;
  // A partial token before the word indicates a different fault.
  if (target.message.role === undefined || /<\|?\w*\|?$/.test(text.slice(0, problem.start))) return undefined;
  if (!has(block, Trait.HasMessage) || (!isToken && /[<|>]/.test(text.slice(problem.start, problem.end))))
    return undefined;
  return dropWord(target, problem, { preferred: isToken });
}

/** Removes the words next to the recipient at the beginning of a completion, so that only the recipient of the call is left. */
export function keepRecipient({ block, problem }: Target): Proposal | undefined {
  const words = block.text.slice(problem.start, problem.end);
  const [recipient] = /(?<=\s)to=[^\s<|>]+(?=\s|$)/.exec(words) ?? [];
  if (recipient === undefined || /<\||\sto=.*\sto=/.test(words)) return undefined;
  return {
    title: `Remove the words next to \`${recipient}\``,
    edits: [replace(problem, recipient)],
    preferred: true,
  };
}

/** Replaces a character that looks like a space with a space, or removes an invisible character. */
export function showUnseen({ block, problem }: Target): Proposal | undefined {
  const text = block.text.slice(problem.start, problem.end);
  const character = unseen(text);
  if (character === undefined) return undefined;
  const newText = plainSpaces(text);
  const title = newText.length === text.length ? `Replace ${character} with an ordinary space` : `Remove ${character}`;
  return { title, edits: [replace(problem, newText)], preferred: true };
}

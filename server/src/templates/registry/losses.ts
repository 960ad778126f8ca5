/** Checks that a prompt written by a pattern can be split into its messages again (TPL-23, TPL-24). */
import { modelRole, systemRole, userRole } from '../../grammar/index.ts';
import { writesRoles } from '../../model/template-roles.ts';
import { frameOf, type Pattern } from './pattern.ts';

/** The losses of a pattern without roles, as a message; undefined if it has roles. */
export function whyLossy(name: string, pattern: Pattern): string | undefined {
  if (writesRoles(pattern.message)) return undefined;
  return `The template \`${name}\` ${lossy}`;
}

const lossy =
  'writes no roles, so speakers and the ends of messages are lost. Choose another template if that matters.';

const saysLossy = (message: string): boolean => message.endsWith(lossy);

const roles = [systemRole, userRole, modelRole];

/**
 * Matches content that looks like the beginning of another message, for a pattern without end markers: in the output of `openai`,
 * `User:` after a blank line. Undefined if no content can look like that.
 */
export function forgedBy(pattern: Pattern): RegExp | undefined {
  const { separator = '' } = pattern;
  if (!writesRoles(pattern.message) || separator === '' || frameOf(pattern, 'x')[1] !== '') return undefined;
  const openers = roles.map((role) => frameOf(pattern, role)[0].trimEnd()).filter((opener) => opener !== '');
  return new RegExp(`(?<=${escaped(separator)})(?:${openers.map(escaped).join('|')})`, 'g');
}

/** Returns the message about a word that `forgedBy` found. */
export const whyForged = (name: string, word: string): string =>
  `After a blank line, \`${word}\` reads like another message in the output of the template \`${name}\`. Remove the blank line, or choose another template.`;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns a filter for the problems of one document. A template without roles has the same problem in all conversations: only
 * the first is kept.
 */
export function firstOfEach(): (problem: { readonly code: string; readonly message: string }) => boolean {
  let isKnown = false;
  return ({ code, message }) => {
    if (code !== 'template-lossy' || !saysLossy(message)) return true;
    const isFirst = !isKnown;
    isKnown = true;
    return isFirst;
  };
}

/** Checks whether a prompt that a pattern writes can be split into its messages again (TPL-23, TPL-24). */
import { modelRole, systemRole, userRole } from '../../grammar/index.ts';
import { writesRoles } from '../../model/template-roles.ts';
import { frameOf, type Pattern } from './pattern.ts';

/** A message about the information that a pattern without roles loses; undefined if the pattern has roles. */
export function whyLossy(name: string, pattern: Pattern): string | undefined {
  if (writesRoles(pattern.message)) return undefined;
  return `The template \`${name}\` ${lossy}`;
}

const lossy =
  'writes no roles, so speakers and the ends of messages are lost. Choose another template if that matters.';

const saysLossy = (message: string): boolean => message.endsWith(lossy);

const roles = [systemRole, userRole, modelRole];

/**
 * Matches content that looks like the beginning of another message, for a pattern without end markers. For `openai`, this is text such as
 * `User:` after a blank line. Undefined if no content can look like that.
 */
export function forgedBy(pattern: Pattern): RegExp | undefined {
  const { separator = '' } = pattern;
  if (!writesRoles(pattern.message) || separator === '' || frameOf(pattern, 'x')[1] !== '') return undefined;
  const openers = roles.map((role) => frameOf(pattern, role)[0].trimEnd()).filter((opener) => opener !== '');
  return new RegExp(`(?<=${escaped(separator)})(?:${openers.map(escaped).join('|')})`, 'g');
}

/** Returns the message about content that `forgedBy` matches. */
export const whyForged = (name: string, word: string): string =>
  `After a blank line, \`${word}\` reads like another message in the output of the template \`${name}\`. Remove the blank line, or choose another template.`;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns a filter for the problems of one document. A template without roles has the same problem in every conversation, so only
 * the first such problem is kept.
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

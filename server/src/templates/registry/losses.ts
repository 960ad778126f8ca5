/** Whether a prompt of a pattern can be told apart into its messages again (TPL-23, TPL-24). */
import { modelRole, systemRole, userRole } from '../../grammar/index.ts';
import { writesRoles } from '../../model/template-roles.ts';
import { frameOf, type Pattern } from './pattern.ts';

/** Why a pattern without roles loses something; undefined, if it has them. */
export function whyLossy(name: string, pattern: Pattern): string | undefined {
  if (writesRoles(pattern.message)) return undefined;
  return `The template \`${name}\` ${lossy}`;
}

const lossy =
  'writes no roles, so speakers and the ends of messages are lost. Choose another template if that matters.';

const saysLossy = (message: string): boolean => message.endsWith(lossy);

const roles = [systemRole, userRole, modelRole];

/**
 * Finds what reads like the beginning of another message in the content, if a pattern marks no ends: in the output of `openai`,
 * `User:` after a blank line. Undefined, if no content can do that.
 */
export function forgedBy(pattern: Pattern): RegExp | undefined {
  const { separator = '' } = pattern;
  if (!writesRoles(pattern.message) || separator === '' || frameOf(pattern, 'x')[1] !== '') return undefined;
  const openers = roles.map((role) => frameOf(pattern, role)[0].trimEnd()).filter((opener) => opener !== '');
  return new RegExp(`(?<=${escaped(separator)})(?:${openers.map(escaped).join('|')})`, 'g');
}

/** Returns the message about a text that `forgedBy` found. */
export const whyForged = (name: string): string =>
  `After a blank line, this reads like another message in the output of the template \`${name}\`. Remove the blank line, or choose another template.`;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a problem is to be reported: what is so of every conversation under a template is said once of a document. */
export function firstOfEach(): (problem: { readonly code: string; readonly message: string }) => boolean {
  let isKnown = false;
  return ({ code, message }) => {
    if (code !== 'template-lossy' || !saysLossy(message)) return true;
    const isFirst = !isKnown;
    isKnown = true;
    return isFirst;
  };
}

/** The writer for plain frames. It uses the facts about a family: opener, role, attributes, the end of the header, and line breaks. */
import type { Family } from '../syntax/families/family.ts';
import { headerToken, openerFor } from '../syntax/families/family.ts';
import { noPlaceFor, unknownWord, unwritableValue, type Writer } from './writer.ts';

export function plainWriter(family: Family): Writer {
  const { frame } = family;
  const roles = family.roles.map(({ name }) => name);
  // A family with attributes also allows unknown attributes.
  const takesAttributes = family.attributes.length > 0;
  return {
    family,
    header({ role, attributes, channel, constraint }, lineBreak) {
      const refused =
        unknownWord('role', role, roles) ??
        noPlaceFor(family, [
          ['channel', channel],
          ['constraint', constraint],
          ...(takesAttributes ? [] : attributes),
        ]) ??
        unwritableValue(attributes);
      if (refused) return refused;
      const words = [role, ...[...attributes].map(([key, value]) => `${key}=${value}`)].join(' ');
      const opener = openerFor(frame, role);
      const breaks = lineBreak.repeat(frame.breaksBefore);
      if (frame.headerEnd === 'opener') return opener.text + breaks;
      return opener.text + words + (headerToken(frame)?.text ?? lineBreak) + breaks;
    },
    quote: (text) => text,
  };
}

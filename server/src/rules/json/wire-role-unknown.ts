import { wireRoles } from '../../grammar/chatml-wire.ts';
import { wireOf } from '../../model/json/wire.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../../syntax/wording.ts';
import type { JsonRule } from '../support/rule.ts';

const names = wireRoles.map(({ name }) => name);
/** The role to write in place of the mistaken role in the few-shot example of ChatML's own documents. */
const slips: Readonly<Record<string, string>> = { 'assistant:example_user': 'system:example_assistant' };

/** Reports a role that is not a `RoleName` (A-113, A-114, WIRE-11). */
export const rule: JsonRule = {
  code: 'wire-role-unknown',
  title: 'Unknown role',
  section: 'ChatML, Grammar',
  level: 'warning',
  levels: { strict: 'error' },
  json: {
    dialects: ['chatml-wire'],
    check({ reading, text }, report) {
      for (const { role, broken } of wireOf(reading).messages) {
        if (role === undefined || broken || names.includes(role.value)) continue;
        const suggestion = getOwn(slips, role.value) ?? closest(role.value, names);
        report(
          role,
          `${quote(role.value)} is not a role of ChatML. The roles are ${listed(names, 'and')}.${didYouMean(suggestion)}`,
          {
            // If the role and other text are in one string, a fix cannot replace the role alone.
            data: { suggestion: /["“”'‘’]/.test(text[role.start] ?? '') ? suggestion : undefined },
          },
        );
      }
    },
  },
};

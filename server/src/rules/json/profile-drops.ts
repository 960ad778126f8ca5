import type { JsonRule } from '../support/rule.ts';
import { tell } from './profile-rejects.ts';

/** Reports the parts that the server or trainer of the chosen profile silently drops or misreads. */
export const rule: JsonRule = {
  code: 'profile-drops',
  title: 'Dropped or read differently under the profile',
  section: 'Language notes, A-145',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check: (context, report) => tell(context, report, true),
  },
};

/** Rows of the table of cases that the tools do not implement yet. A row that passes must be removed from the list. */
import ids from './pending.json';

export const pending: ReadonlySet<string> = new Set(ids);

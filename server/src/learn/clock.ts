/** Finds the time at which a prompt was rendered, if the template writes the date. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

interface Code {
  readonly pattern: string;
  readonly field?: Field;
}

/** The codes of `strftime` that may occur in dates in prompts. A format with any other code is ignored. */
const codes: ReadonlyMap<string, Code> = new Map<string, Code>([
  ['Y', { pattern: '(\\d{4})', field: 'year' }],
  ['m', { pattern: '(\\d\\d)', field: 'month' }],
  ['B', { pattern: '([A-Z][a-z]{2,8})', field: 'month' }],
  ['b', { pattern: '([A-Z][a-z]{2})', field: 'month' }],
  ['d', { pattern: '(\\d\\d)', field: 'day' }],
  ['e', { pattern: '([ \\d]\\d)', field: 'day' }],
  ['H', { pattern: '(\\d\\d)', field: 'hour' }],
  ['M', { pattern: '(\\d\\d)', field: 'minute' }],
  ['S', { pattern: '(\\d\\d)', field: 'second' }],
  ['A', { pattern: '[A-Z][a-z]{5,8}' }],
  ['a', { pattern: '[A-Z][a-z]{2}' }],
]);

const call = /strftime_now\(\s*(?:"([^"\\]{1,100})"|'([^'\\]{1,100})')/g;

/**
 * The length of the part of a prompt that is searched for the date (UTF-16 units). The date is in the instructions, which are at
 * the beginning.
 */
const MAX_SEARCHED_LENGTH = 200_000;

/** The first time in a prompt that is written in one of the formats that the template passes to `strftime_now`. */
export function clockIn(template: string, prompt: string): Date | undefined {
  const searched = prompt.slice(0, MAX_SEARCHED_LENGTH);
  for (const [, double, single] of template.matchAll(call)) {
    const date = timeIn(searched, double ?? single ?? '');
    if (date) return date;
  }
  return undefined;
}

function timeIn(text: string, format: string): Date | undefined {
  const fields: Field[] = [];
  let source = '';
  for (const [part, code] of format.matchAll(/%-?(.)|[^%]/gs)) {
    const directive = code === undefined ? undefined : codes.get(code);
    if (code !== undefined && directive === undefined) return undefined;
    if (directive?.field) fields.push(directive.field);
    source += directive?.pattern ?? part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  }
  if (!fields.includes('year') || !fields.includes('month')) return undefined;
  const match = new RegExp(source).exec(text);
  if (match === null) return undefined;
  const of = (field: Field, usual: number): number => {
    const fieldText = match[fields.indexOf(field) + 1];
    return fields.includes(field) && fieldText !== undefined ? numberOf(fieldText) : usual;
  };
  const time = new Date(
    ...([
      of('year', 2000),
      of('month', 1) - 1,
      of('day', 1),
      of('hour', 12),
      of('minute', 0),
      of('second', 0),
    ] as const),
  );
  return Number.isNaN(time.getTime()) ? undefined : time;
}

const numberOf = (text: string): number => {
  const month = months.indexOf(text.slice(0, 3).toLowerCase());
  return month >= 0 ? month + 1 : Number(text);
};

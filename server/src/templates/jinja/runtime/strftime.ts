/** Implements Python's `strftime` in the C locale. */

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

const pad = (value: number, width = 2, fill = '0') => String(value).padStart(width, fill);
const hour12 = (date: Date) => date.getHours() % 12 || 12;
const dayOfYear = (date: Date) =>
  Math.round(
    (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(date.getFullYear(), 0, 0)) / 86_400_000,
  );

const dayOf = (date: Date) => dayOfYear(date) - 1;
/** The week of the year. Weeks begin on the weekday `first`; the days before the first such weekday are in week 0. */
const weekFrom = (date: Date, first: number) => Math.floor((dayOf(date) + 7 - ((date.getDay() - first + 7) % 7)) / 7);

/** The ISO 8601 year and week of a date, which depend on the Thursday of its week. */
function isoWeek(date: Date): readonly [year: number, week: number] {
  const thursday = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 4 - (date.getDay() || 7));
  return [thursday.getFullYear(), Math.floor(dayOf(thursday) / 7) + 1];
}

const codes: ReadonlyMap<string, (date: Date) => string> = new Map<string, (date: Date) => string>([
  ['Y', (date) => String(date.getFullYear())],
  ['y', (date) => pad(date.getFullYear() % 100)],
  ['m', (date) => pad(date.getMonth() + 1)],
  ['d', (date) => pad(date.getDate())],
  ['e', (date) => pad(date.getDate(), 2, ' ')],
  ['B', (date) => months[date.getMonth()] as string],
  ['b', (date) => (months[date.getMonth()] as string).slice(0, 3)],
  ['h', (date) => (months[date.getMonth()] as string).slice(0, 3)],
  ['A', (date) => days[date.getDay()] as string],
  ['a', (date) => (days[date.getDay()] as string).slice(0, 3)],
  ['w', (date) => String(date.getDay())],
  ['u', (date) => String(date.getDay() || 7)],
  ['H', (date) => pad(date.getHours())],
  ['I', (date) => pad(hour12(date))],
  ['M', (date) => pad(date.getMinutes())],
  ['S', (date) => pad(date.getSeconds())],
  ['f', (date) => pad(date.getMilliseconds() * 1000, 6)],
  ['p', (date) => (date.getHours() < 12 ? 'AM' : 'PM')],
  ['j', (date) => pad(dayOfYear(date), 3)],
  ['n', () => '\n'],
  ['t', () => '\t'],
  ['U', (date) => pad(weekFrom(date, 0))],
  ['W', (date) => pad(weekFrom(date, 1))],
  ['V', (date) => pad(isoWeek(date)[1])],
  ['G', (date) => String(isoWeek(date)[0])],
  ['g', (date) => pad(isoWeek(date)[0] % 100)],
  ['C', (date) => pad(Math.floor(date.getFullYear() / 100))],
  ['k', (date) => pad(date.getHours(), 2, ' ')],
  ['l', (date) => pad(hour12(date), 2, ' ')],
  ['P', (date) => (date.getHours() < 12 ? 'am' : 'pm')],
  ['s', (date) => String(Math.floor(date.getTime() / 1000))],
  ['z', () => ''],
  ['Z', () => ''],
  ['%', () => '%'],
]);

const combined = new Map([
  ['D', '%m/%d/%y'],
  ['F', '%Y-%m-%d'],
  ['T', '%H:%M:%S'],
  ['R', '%H:%M'],
  ['r', '%I:%M:%S %p'],
  ['c', '%a %b %e %H:%M:%S %Y'],
  ['x', '%m/%d/%y'],
  ['X', '%H:%M:%S'],
]);

/** The length of the longest result of a directive, which is that of `%c`. */
export const MAX_DIRECTIVE_LENGTH = 24;

/** The maximum width that a directive may request; no result is longer. */
const MAX_DIRECTIVE_WIDTH = 24;

/**
 * Formats a date like glibc: `%-d` has no padding, `%_d` is padded with spaces and `%0e` with zeros; `%^a` is in upper case, and
 * `%#p` in the opposite case. A number after the flags is the minimum width.
 */
export function strftime(date: Date, format: string): string {
  return format.replace(/%([-_0^#]*)(\d*)[EO]?(.)/gs, (directive, flags: string, width: string, code: string) => {
    const whole = combined.get(code);
    const text = whole === undefined ? codes.get(code)?.(date) : strftime(date, whole);
    if (text === undefined || Number(width) > MAX_DIRECTIVE_WIDTH) return directive;
    const fill = /[-_0](?=[^-_0]*$)/.exec(flags)?.[0];
    const isNumber = /^[ \d]\d*$/.test(text);
    const bare = fill !== undefined && isNumber ? text.replace(/^[0 ]+(?=.)/, '') : text;
    const least = Number(width) || (fill === '-' || fill === undefined ? 0 : text.length);
    const filler =
      fill === '_' || (fill === undefined && !isNumber) || (fill === undefined && text.startsWith(' ')) ? ' ' : '0';
    const padded = fill === '-' ? bare : bare.padStart(least, filler);
    if (flags.includes('^')) return padded.toUpperCase();
    return !flags.includes('#') ? padded : code === 'p' ? padded.toLowerCase() : padded.toUpperCase();
  });
}

/** `strftime` of Python, in the C locale. */

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
  ['z', () => ''],
  ['Z', () => ''],
  ['%', () => '%'],
]);

const combined = new Map([
  ['D', '%m/%d/%y'],
  ['F', '%Y-%m-%d'],
  ['T', '%H:%M:%S'],
  ['R', '%H:%M'],
  ['c', '%a %b %e %H:%M:%S %Y'],
  ['x', '%m/%d/%y'],
  ['X', '%H:%M:%S'],
]);

/** The most characters that a directive can become: those of `%c`. */
export const mostOfCode = 12;

/** A date by a format; `%-d` and the like write no zero in front. */
export function strftime(date: Date, format: string): string {
  return format.replace(/%(-?)(.)/gs, (written, sign: string, code: string) => {
    const whole = combined.get(code);
    if (whole !== undefined) return strftime(date, whole);
    const text = codes.get(code)?.(date) ?? written;
    return sign === '-' ? text.replace(/^[0 ]+(?=.)/, '') : text;
  });
}

/** Filters for strings. Other values are first converted to strings, as by Jinja's `soft_str`. */
import { failed } from '../../errors.ts';
import { isIterable, isTrue, iterate, listOf, mustBeThere, sizeOf, wholeNumber } from '../basics.ts';
import { capitalized } from '../letter-case.ts';
import { pairs } from '../methods.ts';
import { percentFormat } from '../percent-format.ts';
import { str } from '../print.ts';
import { centred, linesOf, padText, replaceText, stripText } from '../string-operations.ts';
import { isText, joinTexts, lengthOf, madeOf, offsetOf, plain, sliceText } from '../text.ts';
import { type Run, Tuple, typeOf, type Value } from '../values.ts';
import { filter, type Row } from './filter.ts';

const convertText = (name: string, of: (text: string) => string): Row =>
  filter(name, [], (value, _, run) => {
    const text = str(value, run);
    run.through(plain(text).length);
    const convertedText = of(plain(text));
    run.text(convertedText.length);
    return madeOf(convertedText, [text]);
  });

/** Capitalizes words. A word begins after `-`, a space or a bracket. */
const titled = (text: string) =>
  text
    .split(/([-\s({[<]+)/)
    .map(([first = '', ...rest]) => first.toUpperCase() + rest.join('').toLowerCase())
    .join('');

/**
 * Removes each text from `open` to `close`. An `open` without a `close` stays and ends the search, so that the rest of the text is not
 * searched again and again.
 */
function without(text: string, open: string, close: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) break;
    parts.push(text.slice(from, at));
    from = end + close.length;
  }
  return parts.join('') + text.slice(from);
}

function matchesIn(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&#34;'],
  ["'", '&#39;'],
]);
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => entities.get(one) as string);

function urlEncoded(value: Value, run: Run): string {
  const text = plain(str(value, run));
  run.through(text.length);
  if (/\p{Surrogate}/u.test(text)) throw failed("UnicodeEncodeError: 'utf-8' codec can't encode a lone surrogate");
  const encodedText = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  run.text(encodedText.length);
  return encodedText;
}

function indented(value: Value, width: Value, first: boolean, blank: boolean, run: Run): Value {
  mustBeThere(value);
  if (!isText(value)) throw failed(`TypeError: unsupported operand type(s) for +=: '${typeOf(value)}' and 'str'`);
  const indent = isText(width) ? width : ' '.repeat(limited(wholeNumber(width, 'width'), run));
  const lines = linesOf(joinTexts([value, '\n']), false, run);
  run.text(plain(value).length + lines.length * plain(indent).length);
  const indentedLines = lines.map((line, i) =>
    (i > 0 || first) && (blank || plain(line) !== '') ? joinTexts([indent, line]) : line,
  );
  return joinTexts(indentedLines, '\n');
}

const limited = (length: number, run: Run) => {
  run.text(Math.max(0, length));
  return Math.max(0, length);
};

function truncated(value: Value, options: readonly (Value | undefined)[], run: Run): Value {
  const [length = 255n, kill = false, end = '...', leeway = 5n] = options;
  const [most, more, ending] = [wholeNumber(length, 'length'), wholeNumber(leeway ?? 5n, 'leeway'), str(end, run)];
  const least = lengthOf(ending);
  if (most < least) throw failed(`AssertionError: expected length >= ${least}, got ${most}`);
  if (more < 0) throw failed(`AssertionError: expected leeway >= 0, got ${more}`);
  if (!isText(value) && sizeOf(value) <= most + more) return value;
  const text = str(value, run);
  if (isText(value) && lengthOf(text) <= most + more) return value;
  if (!isText(value)) throw failed(`TypeError: '${typeOf(value)}' cannot be truncated as text`);
  const beginning = sliceText(text, 0, offsetOf(text, most - least));
  if (isTrue(kill)) return joinTexts([beginning, ending]);
  const space = plain(beginning).lastIndexOf(' ');
  return joinTexts([space < 0 ? beginning : sliceText(beginning, 0, space), ending]);
}

export const textFilters: readonly Row[] = [
  convertText('upper', (text) => text.toUpperCase()),
  convertText('lower', (text) => text.toLowerCase()),
  convertText('capitalize', capitalized),
  filter('title', [], (value, _, run) => {
    const text = str(value, run);
    // `titled` creates a string for each word.
    run.list(plain(text).length >> 2);
    return madeOf(titled(plain(text)), [text]);
  }),
  convertText('escape', escaped),
  convertText('e', escaped),
  convertText('forceescape', escaped),
  filter('urlencode', [], (value, _, run) => {
    if (isText(value) || !isIterable(value)) return urlEncoded(value, run).replaceAll('%2F', '/');
    const quoted = (one: Value) => urlEncoded(one, run).replaceAll('%20', '+');
    const members = value instanceof Map ? pairs(value, run) : iterate(value, run);
    return Array.from(run.counted(members), (pair) => {
      const [key, one, more] = listOf(pair, run);
      if (key === undefined || one === undefined || more !== undefined)
        throw failed('ValueError: expected pairs of a name and a value');
      return `${quoted(key)}=${quoted(one)}`;
    }).join('&');
  }),
  convertText('striptags', (text) =>
    without(without(text, '<!--', '-->'), '<', '>')
      .replace(/\s+/g, ' ')
      .trim(),
  ),
  filter('string', [], (value, _, run) => str(value, run)),
  filter('safe', [], (value, _, run) => str(value, run)),
  filter('trim', ['chars'], (value, [chars], run) => stripText(str(value, run), 'both', chars, run)),
  filter(
    'replace',
    ['old', 'new', 'count'],
    (value, [old, by, count = null], run) =>
      replaceText(
        str(value, run),
        plain(str(old as Value, run)),
        str(by as Value, run),
        count === null ? -1 : wholeNumber(count, 'count'),
        run,
      ),
    2,
  ),
  filter('indent', ['width', 'first', 'blank'], (value, [width = 4n, first = false, blank = false], run) =>
    indented(value, width, isTrue(first), isTrue(blank), run),
  ),
  filter('center', ['width'], (value, [width = 80n], run) => {
    const wide = wholeNumber(width, 'width');
    return padText(str(value, run), wide, ' ', centred(wide), run);
  }),
  filter('truncate', ['length', 'killwords', 'end', 'leeway'], (value, options, run) => truncated(value, options, run)),
  filter('wordcount', [], (value, _, run) => BigInt(matchesIn(plain(str(value, run)), /[\p{L}\p{N}_]+/gu))),
  [
    'format',
    (value, { positional, named }, run) => {
      if (positional.length > 0 && named.size > 0)
        throw failed("FilterArgumentError: can't handle positional and keyword arguments at the same time");
      return percentFormat(str(value, run), named.size > 0 ? new Map(named) : new Tuple(positional), run);
    },
  ],
];

/** Methods of Python's `str`. What keeps the text keeps where it is from. */
import { failed } from '../errors.ts';
import { isTrue, listOf, wholeNumber } from './basics.ts';
import type { Method, Methods } from './methods.ts';
import { repeat } from './operators.ts';
import { stripped } from './space.ts';
import {
  charactersOf,
  indexOf,
  isText,
  joinTexts,
  lengthOf,
  madeOf,
  offsetOf,
  plain,
  sliceText,
  splitText,
  type Text,
} from './text.ts';
import { type Run, Tuple, typeOf, type Value } from './values.ts';

type Row = readonly [readonly string[], number, Method<Text>];

const made = (of: (text: string) => string): Row => [
  [],
  0,
  (self, _, run) => {
    const text = of(plain(self));
    // It can be longer than what it is made of.
    run.text(text.length);
    return madeOf(text, [self]);
  },
];
const is = (holds: (text: string) => boolean): Row => [[], 0, (self) => holds(plain(self))];

const textOf = (value: Value | undefined, what: string): string => {
  if (isText(value)) return plain(value);
  throw failed(`TypeError: ${what} must be str, not ${value === undefined ? 'nothing' : typeOf(value)}`);
};

const strip = (sides: 'both' | 'left' | 'right'): Row => [
  ['chars'],
  0,
  (self, [chars], run) => stripText(self, sides, chars, run),
];

export function stripText(self: Text, sides: 'both' | 'left' | 'right', chars: Value | undefined, run: Run): Text {
  if (chars === undefined || chars === null) return sliceText(self, ...stripped(plain(self), sides));
  const all = textOf(chars, 'strip arg');
  run.list(all.length);
  const set = new Set([...all].map((one) => one.charCodeAt(0)));
  return sliceText(self, ...stripped(plain(self), sides, (code) => set.has(code)));
}

const begins = (holds: (text: string, part: string) => boolean, name: string): Row => [
  ['prefix', 'start', 'end'],
  1,
  (self, [parts, start = null, end = null], run) => {
    const text = plain(windowOf(self, start, end));
    const isAfter = start !== null && firstOf(self, start) > lengthOf(self);
    const all = parts instanceof Tuple ? parts.items : [parts as Value];
    return all.some((one) => {
      const part = textOf(one, `${name} first arg`);
      run.step();
      run.through(part.length);
      return !isAfter && holds(text, part);
    });
  },
];

/** The text between two indexes. */
function windowOf(self: Text, start: Value, end: Value): Text {
  if (start === null && end === null) return self;
  const length = lengthOf(self);
  const [from, to] = [start ?? 0n, end ?? BigInt(length)].map((bound) => {
    const index = wholeNumber(bound, 'slice indices');
    return offsetOf(self, Math.min(Math.max(index < 0 ? index + length : index, 0), length));
  }) as [number, number];
  return sliceText(self, from, Math.max(from, to));
}

/** Where a window begins, in characters; it may be after the end. */
function firstOf(self: Text, start: Value): number {
  const index = wholeNumber(start, 'slice indices');
  return index < 0 ? Math.max(0, index + lengthOf(self)) : index;
}

const find = (last: boolean, fails: boolean): Row => [
  ['sub', 'start', 'end'],
  1,
  (self, [sub, start = 0n, end], run) => {
    const window = plain(windowOf(self, start, end ?? null));
    const part = textOf(sub, 'argument');
    run.search(window, part);
    const from = firstOf(self, start ?? 0n);
    const at = from > lengthOf(self) ? -1 : last ? window.lastIndexOf(part) : window.indexOf(part);
    if (at < 0 && fails) throw failed('ValueError: substring not found');
    return at < 0 ? -1n : BigInt(indexOf(window, at) + from);
  },
];

const split = (last: boolean): Row => [
  ['sep', 'maxsplit'],
  0,
  (self, [separator = null, most = -1n], run) => {
    const limit = wholeNumber(most, 'maxsplit');
    if (separator === null) return splitBySpace(self, limit, last, run);
    const by = textOf(separator, 'sep');
    if (by === '') throw failed('ValueError: empty separator');
    const times = limit < 0 ? Number.POSITIVE_INFINITY : limit;
    run.search(plain(self), by);
    run.list(Math.min(countOf(plain(self), by), last ? Number.POSITIVE_INFINITY : times) + 1);
    if (!last || limit < 0) return splitText(self, by, times);
    const parts = splitText(self, by);
    const kept = Math.max(0, parts.length - 1 - times);
    return [joinTexts(parts.slice(0, kept + 1), by), ...parts.slice(kept + 1)];
  },
];

/** How often a text is in another, without overlap. */
function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

const spaced = /[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

function splitBySpace(self: Text, limit: number, last: boolean, run: Run): Text[] {
  const words = [...run.counted(plain(self).matchAll(spaced))];
  const whole = (from: number, to: number) =>
    words.slice(from, to).map(({ 0: word, index }) => sliceText(self, index, index + word.length));
  if (limit < 0 || words.length <= limit || words.length <= 1) return whole(0, words.length);
  if (last) {
    const { 0: word, index } = words[words.length - 1 - limit] as RegExpExecArray;
    const start = stripped(plain(self), 'left')[0];
    return [sliceText(self, start, index + word.length), ...whole(words.length - limit, words.length)];
  }
  const rest = words[limit] as RegExpExecArray;
  return [...whole(0, limit), sliceText(self, rest.index)];
}

const partition = (last: boolean): Row => [
  ['sep'],
  1,
  (self, [separator], run) => {
    const by = textOf(separator, 'sep');
    if (by === '') throw failed('ValueError: empty separator');
    run.search(plain(self), by);
    const at = last ? plain(self).lastIndexOf(by) : plain(self).indexOf(by);
    if (at < 0) return new Tuple(last ? ['', '', self] : [self, '', '']);
    return new Tuple([sliceText(self, 0, at), by, sliceText(self, at + by.length)]);
  },
];

/** `str.replace`: what is not replaced stays where it is from. */
export function replaceText(self: Text, old: string, by: Text, count: number, run: Run): Text {
  const times = count < 0 ? Number.POSITIVE_INFINITY : count;
  if (old !== '') {
    run.search(plain(self), old);
    const found = Math.min(countOf(plain(self), old), times);
    run.list(found + 1);
    run.text(plain(self).length + found * plain(by).length);
    return joinTexts(splitText(self, old, times), by);
  }
  run.text(plain(self).length * (1 + plain(by).length));
  run.list(plain(self).length);
  const characters = charactersOf(self);
  return joinTexts(
    characters.flatMap((one, i) => (i < times ? [by, one] : [one])).concat(characters.length < times ? [by] : []),
  );
}

const pad = (left: (missing: number) => number): Row => [
  ['width', 'fillchar'],
  1,
  (self, [width, fill = ' '], run) => padText(self, wholeNumber(width as Value, 'width'), fillOf(fill), left, run),
];

function fillOf(fill: Value): string {
  const text = textOf(fill, 'fill');
  if (lengthOf(text) === 1) return text;
  throw failed('TypeError: The fill character must be exactly one character long');
}

export function padText(self: Text, width: number, fill: string, left: (missing: number) => number, run: Run): Text {
  const missing = width - lengthOf(self);
  if (missing <= 0) return self;
  const before = left(missing);
  return joinTexts([repeat(fill, before, run), self, repeat(fill, missing - before, run)]);
}

/** Where Python puts the odd one. */
export const centred = (width: number) => (missing: number) => (missing >> 1) + (missing & width & 1);

/** Letters whose form at the beginning of a word is not their capital, and those of several letters of which only one is. */
const digraphs = new Map(
  ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'].flatMap(([upper, title, lower]) => [upper, title, lower].map((one) => [one, title])),
);

function titleOf(letter: string): string {
  const [first = '', ...rest] = letter.toUpperCase();
  // Georgian has capitals, which begin no word.
  if (/[\u10d0-\u10fa\u10fd-\u10ff]/.test(letter) || letter === 'ŉ')
    return letter === 'ŉ' ? letter.toUpperCase() : letter;
  return digraphs.get(letter) ?? first + rest.join('').toLowerCase();
}

/** As Unicode folds case: what is the same in capitals is the same, but for the i without a dot and letters that have both. */
const foldOf = (letter: string) =>
  letter === 'ı' ? letter : [...letter.toUpperCase()].map((one) => one.toLowerCase()).join('');

export const capitalized = (text: string) => {
  const [first = ''] = text;
  return titleOf(first) + text.toLowerCase().slice(first.toLowerCase().length);
};
const titled = (text: string) => text.replace(/\p{Cased}+/gu, capitalized);
const isCased = (text: string) => text.toUpperCase() !== text.toLowerCase();
const cutPrefix = (self: Text, part: string) => (plain(self).startsWith(part) ? sliceText(self, part.length) : self);
const cutSuffix = (self: Text, part: string) =>
  part !== '' && plain(self).endsWith(part) ? sliceText(self, 0, plain(self).length - part.length) : self;

/** Returns a table's entry for a character: a text, a code, None for nothing; a character without one stays. */
function translated(character: Text, table: Value): Text {
  const code = plain(character).codePointAt(0) as number;
  const items = isText(table) ? charactersOf(table) : table instanceof Tuple ? table.items : table;
  if (!Array.isArray(items) && !(items instanceof Map))
    throw failed(`TypeError: '${typeOf(table)}' object is not subscriptable`);
  const by = Array.isArray(items) ? items[code] : items.get(BigInt(code));
  if (by === undefined) return character;
  if (by === null) return '';
  if (isText(by)) return by;
  const other = wholeNumber(by, 'character mapping');
  if (other < 0 || other > 0x10ffff) throw failed('ValueError: character mapping must be in range(0x110000)');
  return String.fromCodePoint(other);
}

/** Where Python's `splitlines` divides. */
const lineEnd = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

export function linesOf(self: Text, keep: boolean, run: Run): Text[] {
  const lines: Text[] = [];
  let from = 0;
  for (const { 0: end, index } of run.counted(plain(self).matchAll(lineEnd))) {
    lines.push(sliceText(self, from, keep ? index + end.length : index));
    from = index + end.length;
  }
  if (from < plain(self).length) lines.push(sliceText(self, from));
  return lines;
}

/** A text with spaces up to the next stop for each tab. */
function tabbed(text: string, size: number, run: Run): string {
  const width = Math.max(0, size);
  run.text(text.length + countOf(text, '\t') * width);
  let column = 0;
  return text.replace(/[^\t\n\r]+|[\t\n\r]/g, (part) => {
    const written = part !== '\t' ? part : width === 0 ? '' : ' '.repeat(width - (column % width));
    column = part === '\n' || part === '\r' ? 0 : column + lengthOf(written);
    return written;
  });
}

/** Numbers, and the letters of Chinese that are written for numbers. */
const numeric =
  /^[\p{N}㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\u{f96b}\u{f973}\u{f978}\u{f9b2}\u{f9d1}\u{f9d3}\u{f9fd}\u{20001}\u{20064}\u{200e2}\u{20121}\u{2092a}\u{20983}\u{2098c}\u{2099c}\u{20aea}\u{20afd}\u{20b19}\u{22390}\u{22998}\u{23b1b}\u{2626d}\u{2f890}]+$/u;

export const stringMethods: Methods<Text> = new Map<string, Row>([
  ['upper', made((text) => text.toUpperCase())],
  ['lower', made((text) => text.toLowerCase())],
  ['casefold', made((text) => text.replace(/[^\x00-\x7f]/gu, foldOf).toLowerCase())],
  ['title', made(titled)],
  ['capitalize', made(capitalized)],
  [
    'swapcase',
    made((text) =>
      text.replace(/[\p{Uppercase}\p{Lowercase}]/gu, (one) =>
        /\p{Uppercase}/u.test(one) ? one.toLowerCase() : one.toUpperCase(),
      ),
    ),
  ],
  ['strip', strip('both')],
  ['lstrip', strip('left')],
  ['rstrip', strip('right')],
  ['startswith', begins((text, part) => text.startsWith(part), 'startswith')],
  ['endswith', begins((text, part) => text.endsWith(part), 'endswith')],
  ['find', find(false, false)],
  ['rfind', find(true, false)],
  ['index', find(false, true)],
  ['rindex', find(true, true)],
  ['split', split(false)],
  ['rsplit', split(true)],
  ['splitlines', [['keepends'], 0, (self, [keep = false], run) => linesOf(self, isTrue(keep), run)]],
  ['partition', partition(false)],
  ['rpartition', partition(true)],
  [
    'count',
    [
      ['sub', 'start', 'end'],
      1,
      (self, [sub, start = null, end = null], run) => {
        const [window, part] = [windowOf(self, start, end), textOf(sub, 'argument')];
        run.search(plain(window), part);
        if (start !== null && firstOf(self, start) > lengthOf(self)) return 0n;
        return BigInt(part === '' ? lengthOf(window) + 1 : countOf(plain(window), part));
      },
    ],
  ],
  [
    'replace',
    [
      ['old', 'new', 'count'],
      2,
      (self, [old, by, count = -1n], run) => {
        textOf(by, 'replace() argument 2');
        return replaceText(self, textOf(old, 'replace() argument 1'), by as Text, wholeNumber(count, 'count'), run);
      },
    ],
  ],
  [
    'join',
    [
      ['iterable'],
      1,
      (self, [values], run) => {
        const texts = listOf(values as Value, run).map((one, i) => {
          if (isText(one)) return one;
          throw failed(`TypeError: sequence item ${i}: expected str instance, ${typeOf(one)} found`);
        });
        run.text(texts.reduce((sum, text) => sum + plain(text).length + plain(self).length, 0));
        return joinTexts(texts, self);
      },
    ],
  ],
  [
    'translate',
    [
      ['table'],
      1,
      (self, [table], run) => {
        run.list(plain(self).length);
        const parts = charactersOf(self).map((one) => translated(one, table as Value));
        run.text(parts.reduce((sum, part) => sum + plain(part).length, 0));
        return joinTexts(parts);
      },
    ],
  ],
  ['removeprefix', [['prefix'], 1, (self, [part]) => cutPrefix(self, textOf(part, 'argument'))]],
  ['removesuffix', [['suffix'], 1, (self, [part]) => cutSuffix(self, textOf(part, 'argument'))]],
  ['ljust', pad(() => 0)],
  ['rjust', pad((missing) => missing)],
  [
    'center',
    [
      ['width', 'fillchar'],
      1,
      (self, [width, fill = ' '], run) => {
        const wide = wholeNumber(width as Value, 'width');
        return padText(self, wide, fillOf(fill), centred(wide), run);
      },
    ],
  ],
  [
    'zfill',
    [
      ['width'],
      1,
      (self, [width], run) => {
        const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(plain(self)) ?? [];
        const missing = wholeNumber(width as Value, 'width') - lengthOf(self);
        return missing <= 0 ? self : madeOf(`${sign}${plain(repeat('0', missing, run))}${digits}`, [self]);
      },
    ],
  ],
  [
    'expandtabs',
    [
      ['tabsize'],
      0,
      (self, [size = 8n], run) => madeOf(tabbed(plain(self), wholeNumber(size, 'tabsize'), run), [self]),
    ],
  ],
  ['isprintable', is((text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text))],
  ['isidentifier', is((text) => /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text))],
  ['isdigit', is((text) => /^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]+$/u.test(text))],
  ['isdecimal', is((text) => /^\p{Nd}+$/u.test(text))],
  ['isnumeric', is((text) => numeric.test(text))],
  ['isalpha', is((text) => /^\p{L}+$/u.test(text))],
  ['isalnum', is((text) => /^[\p{L}\p{N}]+$/u.test(text))],
  ['isspace', is((text) => text !== '' && stripped(text, 'left')[0] === text.length)],
  ['isupper', is((text) => /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text))],
  ['islower', is((text) => /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text))],
  ['istitle', is((text) => isCased(text) && text === titled(text))],
  ['isascii', is((text) => !/[^\x00-\x7f]/.test(text))],
]);

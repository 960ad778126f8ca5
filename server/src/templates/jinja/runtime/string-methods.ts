/** The methods of Python's `str`. Methods that preserve text also preserve its origin. */
import { failed } from '../errors.ts';
import { isTrue, listOf, wholeNumber } from './basics.ts';
import { capitalized, foldOf, isCased, titled } from './letter-case.ts';
import type { Method, Methods } from './methods.ts';
import { repeat } from './operators.ts';
import { stripped } from './space.ts';
import {
  centred,
  countOf,
  firstOf,
  linesOf,
  padText,
  replaceText,
  splitBySpace,
  stripText,
  tabbed,
  textOf,
  translated,
  windowOf,
} from './string-operations.ts';
import {
  charactersOf,
  indexOf,
  isText,
  joinTexts,
  lengthOf,
  madeOf,
  plain,
  sliceText,
  splitText,
  type Text,
} from './text.ts';
import { Tuple, typeOf, type Value } from './values.ts';

type Row = readonly [readonly string[], number, Method<Text>];

const convertText = (of: (text: string) => string): Row => [
  [],
  0,
  (self, _, run) => {
    const text = of(plain(self));
    // The result can be longer than the input.
    run.text(text.length);
    return madeOf(text, [self]);
  },
];
const is = (holds: (text: string) => boolean): Row => [[], 0, (self) => holds(plain(self))];

const strip = (sides: 'both' | 'left' | 'right'): Row => [
  ['chars'],
  0,
  (self, [chars], run) => stripText(self, sides, chars, run),
];

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
    const lastJoinedIndex = Math.max(0, parts.length - 1 - times);
    return [joinTexts(parts.slice(0, lastJoinedIndex + 1), by), ...parts.slice(lastJoinedIndex + 1)];
  },
];

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

function fillOf(fill: Value): string {
  const text = textOf(fill, 'fill');
  if (lengthOf(text) === 1) return text;
  throw failed('TypeError: The fill character must be exactly one character long');
}

const pad = (leftOf: (padding: number) => number): Row => [
  ['width', 'fillchar'],
  1,
  (self, [width, fill = ' '], run) => padText(self, wholeNumber(width as Value, 'width'), fillOf(fill), leftOf, run),
];

const cutPrefix = (self: Text, part: string) => (plain(self).startsWith(part) ? sliceText(self, part.length) : self);
const cutSuffix = (self: Text, part: string) =>
  part !== '' && plain(self).endsWith(part) ? sliceText(self, 0, plain(self).length - part.length) : self;

/** Characters that are numbers, including Chinese characters for numbers. */
const numeric =
  /^[\p{N}㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\u{f96b}\u{f973}\u{f978}\u{f9b2}\u{f9d1}\u{f9d3}\u{f9fd}\u{20001}\u{20064}\u{200e2}\u{20121}\u{2092a}\u{20983}\u{2098c}\u{2099c}\u{20aea}\u{20afd}\u{20b19}\u{22390}\u{22998}\u{23b1b}\u{2626d}\u{2f890}]+$/u;

export const stringMethods: Methods<Text> = new Map<string, Row>([
  ['upper', convertText((text) => text.toUpperCase())],
  ['lower', convertText((text) => text.toLowerCase())],
  ['casefold', convertText((text) => text.replace(/[^\x00-\x7f]/gu, foldOf).toLowerCase())],
  ['title', convertText(titled)],
  ['capitalize', convertText(capitalized)],
  [
    'swapcase',
    convertText((text) =>
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
  ['rjust', pad((padding) => padding)],
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
        const padding = wholeNumber(width as Value, 'width') - lengthOf(self);
        return padding <= 0 ? self : madeOf(`${sign}${plain(repeat('0', padding, run))}${digits}`, [self]);
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

/** The names that are available in every template: the globals of Jinja and of `transformers`. */
import { failed, TemplateError } from '../errors.ts';
import { iterate, keyOf, listOf, wholeNumber } from './basics.ts';
import { bind } from './call-arguments.ts';
import { str } from './print.ts';
import { MAX_DIRECTIVE_LENGTH, strftime } from './strftime.ts';
import { plain } from './text.ts';
import { type CallArguments, Callable, Namespace, type Run, type Value, View } from './values.ts';

/** The maximum length of a range in Jinja's sandbox. */
const MAX_RANGE_LENGTH = 100_000;

function range(callArguments: CallArguments, run: Run): Value {
  const { positional } = callArguments;
  if (positional.length === 0) throw failed('TypeError: range expected at least 1 argument, got 0');
  const numbers = bind(callArguments, 'range', ['start', 'stop', 'step']).map((one) =>
    one === undefined ? undefined : wholeNumber(one, 'range'),
  );
  const [start = 0, stop = 0, step = 1] = positional.length === 1 ? [0, numbers[0]] : numbers;
  if (step === 0) throw failed('ValueError: range() arg 3 must not be zero');
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (count > MAX_RANGE_LENGTH)
    throw failed(
      `OverflowError: Range too big. The sandbox blocks ranges larger than MAX_RANGE (${MAX_RANGE_LENGTH}).`,
    );
  run.list(count);
  return new View(
    'range',
    Array.from({ length: count }, (_, i) => BigInt(start + i * step)),
    [start, stop, step],
  );
}

/** The entries that are passed to `dict` or `namespace`. */
function members({ positional, named }: CallArguments, run: Run): Map<ReturnType<typeof keyOf>, Value> {
  const entries = new Map<ReturnType<typeof keyOf>, Value>();
  for (const one of positional) {
    if (one instanceof Map) for (const [key, value] of run.counted(one)) entries.set(key, value);
    else
      for (const pair of run.counted(iterate(one, run))) {
        const [key, value, more] = listOf(pair, run);
        if (key === undefined || value === undefined || more !== undefined)
          throw failed('ValueError: dictionary update sequence element has the wrong length');
        entries.set(keyOf(key), value);
      }
  }
  for (const [key, value] of named) entries.set(key, value);
  return entries;
}

function cycler({ positional: items }: CallArguments): Value {
  if (items.length === 0) throw failed('RuntimeError: at least one item has to be provided');
  let at = 0;
  const self = new Namespace(new Map<string, Value>([['current', items[0] as Value]]));
  const go = (to: number) => {
    at = to % items.length;
    self.members.set('current', items[at] as Value);
  };
  self.members.set(
    'next',
    new Callable('next', () => {
      const now = items[at] as Value;
      go(at + 1);
      return now;
    }),
  );
  self.members.set(
    'reset',
    new Callable('reset', () => {
      go(0);
      return null;
    }),
  );
  return self;
}

function joiner(callArguments: CallArguments): Value {
  const [separator = ', '] = bind(callArguments, 'joiner', ['sep']);
  let isUsed = false;
  return new Callable('joiner', () => {
    const text = isUsed ? separator : '';
    isUsed = true;
    return text;
  });
}

const rows: readonly (readonly [name: string, call: (callArguments: CallArguments, run: Run) => Value])[] = [
  ['range', range],
  ['dict', (callArguments, run) => members(callArguments, run)],
  [
    'namespace',
    (callArguments, run) =>
      new Namespace(new Map([...members(callArguments, run)].map(([key, value]) => [String(key), value]))),
  ],
  ['cycler', cycler],
  ['joiner', joiner],
  [
    'raise_exception',
    (callArguments, run) => {
      const [message] = bind(callArguments, 'raise_exception', ['message'], 1);
      throw new TemplateError('raised', plain(str(message as Value, run)));
    },
  ],
  [
    'strftime_now',
    (callArguments, run) => {
      run.usesClock = true;
      const format = plain(str(bind(callArguments, 'strftime_now', ['format'], 1)[0] as Value, run));
      run.text(format.length * MAX_DIRECTIVE_LENGTH);
      return strftime(run.clock, format);
    },
  ],
];

export const globals: ReadonlyMap<string, Value> = new Map(
  rows.map(([name, call]) => [name, new Callable(name, call)]),
);

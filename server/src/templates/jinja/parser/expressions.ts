/** Parses the expressions of Jinja, from the lowest to the highest precedence. */
import { TemplateError } from '../errors.ts';
import type { Arguments, BinaryOperator, Comparison, Expression, FilterNode } from '../nodes.ts';
import { MAX_DIGITS } from '../runtime/values.ts';
import type { Tokens } from './token-stream.ts';

const constants = new Map<string, boolean | null>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);
const comparisons = ['==', '!=', '<', '<=', '>', '>='];
const none: Arguments = { positional: [], named: [], list: undefined, dict: undefined };

export function parseExpression(tokens: Tokens, conditional = true): Expression {
  return tokens.nested(() => (conditional ? ifElse(tokens) : or(tokens)));
}

function ifElse(tokens: Tokens): Expression {
  const { at } = tokens;
  let value = or(tokens);
  for (let n = 0; tokens.skip('name', 'if'); tokens.linked(++n)) {
    const test = or(tokens);
    const no = tokens.skip('name', 'else') ? tokens.nested(() => ifElse(tokens)) : undefined;
    value = { kind: 'if-else', test, yes: value, no, at };
  }
  return value;
}

function or(tokens: Tokens): Expression {
  const { at } = tokens;
  let left = and(tokens);
  for (let n = 0; tokens.skip('name', 'or'); tokens.linked(++n)) left = { kind: 'or', left, right: and(tokens), at };
  return left;
}

function and(tokens: Tokens): Expression {
  const { at } = tokens;
  let left = not(tokens);
  for (let n = 0; tokens.skip('name', 'and'); tokens.linked(++n)) left = { kind: 'and', left, right: not(tokens), at };
  return left;
}

function not(tokens: Tokens): Expression {
  const { at } = tokens;
  if (tokens.skip('name', 'not')) return { kind: 'not', of: tokens.nested(() => not(tokens)), at };
  return compare(tokens);
}

function compare(tokens: Tokens): Expression {
  const { at } = tokens;
  const left = sum(tokens);
  const rest: [Comparison, Expression][] = [];
  for (;;) {
    const next = tokens.peek(1);
    if (tokens.is('operator', ...comparisons)) rest.push([tokens.take().value as Comparison, sum(tokens)]);
    else if (tokens.skip('name', 'in')) rest.push(['in', sum(tokens)]);
    else if (tokens.is('name', 'not') && next?.kind === 'name' && next.value === 'in') {
      tokens.take();
      tokens.take();
      rest.push(['not in', sum(tokens)]);
    } else break;
  }
  return rest.length === 0 ? left : { kind: 'compare', left, rest, at };
}

/** Parses left-associative operators of equal precedence. */
function binary(operators: readonly BinaryOperator[], operand: (tokens: Tokens) => Expression) {
  return (tokens: Tokens): Expression => {
    let left = operand(tokens);
    for (let n = 0; tokens.isOneOf('operator', operators); tokens.linked(++n)) {
      const { value, start: at } = tokens.take();
      left = { kind: 'binary', operator: value as BinaryOperator, left, right: operand(tokens), at };
    }
    return left;
  };
}

const power = binary(['**'], (tokens) => unary(tokens));
const product = binary(['*', '/', '//', '%'], power);
const sum = binary(['+', '-'], (tokens) => joined(tokens));

function joined(tokens: Tokens): Expression {
  const { at } = tokens;
  const items = [product(tokens)];
  while (tokens.skip('operator', '~')) items.push(product(tokens));
  return items.length === 1 ? (items[0] as Expression) : { kind: 'joined', items, at };
}

function unary(tokens: Tokens, filters = true): Expression {
  return tokens.nested(() => {
    const { at } = tokens;
    const sign = tokens.is('operator', '-', '+') ? (tokens.take().value as '-' | '+') : undefined;
    const value: Expression =
      sign === undefined ? primary(tokens) : { kind: 'sign', sign, of: unary(tokens, false), at };
    const expression = postfix(tokens, value);
    return filters ? filtered(tokens, expression) : expression;
  });
}

/** Reads a primary expression: a name, a constant, or an expression in brackets. */
export function primary(tokens: Tokens): Expression {
  const { at } = tokens;
  const token = tokens.peek();
  if (token?.kind === 'name') {
    tokens.take();
    const constant = constants.get(token.value);
    return constant !== undefined ? { kind: 'constant', value: constant, at } : { kind: 'name', name: token.value, at };
  }
  if (token?.kind === 'string') {
    let value = '';
    while (tokens.is('string')) value += tokens.take().value;
    return { kind: 'constant', value, at };
  }
  if (token?.kind === 'integer') return { kind: 'constant', value: integerOf(tokens.take().value), at };
  if (token?.kind === 'float') return { kind: 'constant', value: Number(tokens.take().value.replaceAll('_', '')), at };
  if (tokens.skip('operator', '(')) {
    const value = parseTuple(tokens, { explicit: true });
    tokens.expect('operator', ')');
    return value;
  }
  if (tokens.skip('operator', '['))
    return { kind: 'list', items: separated(tokens, ']', () => parseExpression(tokens)), at };
  if (tokens.skip('operator', '{')) {
    const items = separated(tokens, '}', () => {
      const key = parseExpression(tokens);
      tokens.expect('operator', ':');
      return [key, parseExpression(tokens)] as const;
    });
    return { kind: 'dict', items, at };
  }
  throw tokens.wrong(`unexpected ${tokens.described()}`);
}

/** Converts an integer; `0b…`, `0o…` and `0x…` have the same meaning as in JavaScript. */
function integerOf(literal: string): bigint {
  if (literal.length > MAX_DIGITS)
    throw new TemplateError(
      'syntax',
      `ValueError: Exceeds the limit (${MAX_DIGITS} digits) for integer string conversion`,
    );
  return BigInt(literal.replaceAll('_', ''));
}

/** Reads items that are separated by commas, up to and including `closer`. */
function separated<T>(tokens: Tokens, closer: string, read: () => T): T[] {
  const items: T[] = [];
  while (!tokens.is('operator', closer)) {
    if (items.length > 0) tokens.expect('operator', ',');
    if (tokens.is('operator', closer)) break;
    items.push(read());
  }
  tokens.expect('operator', closer);
  return items;
}

/**
 * Parses one expression, or several that are separated by commas. `conditional`: whether `if` may follow an expression. `explicit`: whether
 * the expressions are in parentheses, which may be empty.
 */
export function parseTuple(
  tokens: Tokens,
  { conditional = true, explicit = false, ends = [] as readonly string[] } = {},
): Expression {
  const { at } = tokens;
  const items: Expression[] = [];
  let several = false;
  const isOver = () =>
    tokens.is('end') ||
    tokens.is('printed') ||
    tokens.is('operator', ')') ||
    (ends.length > 0 && tokens.isOneOf('name', ends));
  for (;;) {
    if (items.length > 0) {
      if (!tokens.skip('operator', ',')) break;
      several = true;
    }
    if (isOver()) break;
    items.push(parseExpression(tokens, conditional));
  }
  if (several) return { kind: 'tuple', items, at };
  const [one] = items;
  if (one !== undefined) return one;
  if (!explicit) throw tokens.wrong(`expected an expression, got ${tokens.described()}`);
  return { kind: 'tuple', items, at };
}

function postfix(tokens: Tokens, value: Expression): Expression {
  let of = value;
  for (let n = 0; ; tokens.linked(++n)) {
    const { at } = tokens;
    if (tokens.skip('operator', '.')) of = member(tokens, of);
    else if (tokens.skip('operator', '[')) of = subscript(tokens, of, at);
    else if (tokens.skip('operator', '(')) of = { kind: 'call', of, given: parseArguments(tokens), at };
    else return of;
  }
}

function member(tokens: Tokens, of: Expression): Expression {
  const { at } = tokens;
  if (tokens.is('name')) return { kind: 'attribute', of, name: tokens.take().value, at };
  const index = tokens.expect('integer');
  return { kind: 'item', of, key: { kind: 'constant', value: integerOf(index.value), at }, at };
}

function subscript(tokens: Tokens, of: Expression, at: number): Expression {
  const part = (): Expression | (Expression | undefined)[] => {
    const bounds: (Expression | undefined)[] = [];
    if (!tokens.is('operator', ':')) {
      const value = parseExpression(tokens);
      if (!tokens.is('operator', ':')) return value;
      bounds.push(value);
    } else bounds.push(undefined);
    while (bounds.length < 3 && tokens.skip('operator', ':'))
      bounds.push(tokens.is('operator', ':', ']', ',') ? undefined : parseExpression(tokens));
    return bounds;
  };
  const parts = separated(tokens, ']', part);
  const [first] = parts;
  if (first === undefined) throw tokens.wrong("expected an expression, got ']'", at);
  if (parts.length === 1)
    return Array.isArray(first) ? { kind: 'slice', of, bounds: first, at } : { kind: 'item', of, key: first, at };
  const items = parts.filter((one) => !Array.isArray(one));
  if (items.length < parts.length) throw tokens.wrong('a slice cannot be one of several keys', at);
  return { kind: 'item', of, key: { kind: 'tuple', items: items as Expression[], at }, at };
}

/** Reads the arguments of a call after its opening parenthesis. */
function parseArguments(tokens: Tokens): Arguments {
  const positional: Expression[] = [];
  const named: [string, Expression][] = [];
  let list: Expression | undefined;
  let dict: Expression | undefined;
  const fits = (condition: boolean) => {
    if (!condition) throw tokens.wrong('invalid syntax for function call expression');
  };
  separated(tokens, ')', () => {
    const next = tokens.peek(1);
    if (tokens.skip('operator', '*')) {
      fits(list === undefined && dict === undefined);
      list = parseExpression(tokens);
    } else if (tokens.skip('operator', '**')) {
      fits(dict === undefined);
      dict = parseExpression(tokens);
    } else if (tokens.is('name') && next?.kind === 'operator' && next.value === '=') {
      fits(dict === undefined);
      const name = tokens.take().value;
      tokens.take();
      named.push([name, parseExpression(tokens)]);
    } else {
      fits(list === undefined && dict === undefined && named.length === 0);
      positional.push(parseExpression(tokens));
    }
  });
  return { positional, named, list, dict };
}

function filtered(tokens: Tokens, value: Expression): Expression {
  let of = value;
  for (let n = 0; ; tokens.linked(++n)) {
    const { at } = tokens;
    if (tokens.is('operator', '|')) of = parseFilter(tokens, of) as FilterNode;
    else if (tokens.skip('name', 'is')) of = test(tokens, of);
    else if (tokens.skip('operator', '(')) of = { kind: 'call', of, given: parseArguments(tokens), at };
    else return of;
  }
}

/** Parses a chain of filters. `first`: whether the first filter has no `|` before it, as after `{% filter`. */
export function parseFilter(tokens: Tokens, value: Expression | undefined, first = false): FilterNode | undefined {
  let of: Expression | undefined = value;
  let begins = first;
  for (let n = 0; begins || tokens.skip('operator', '|'); tokens.linked(++n)) {
    begins = false;
    const { at } = tokens;
    const name = dotted(tokens);
    const callArguments = tokens.skip('operator', '(') ? parseArguments(tokens) : none;
    of = { kind: 'filter', of, name, given: callArguments, at };
  }
  return of as FilterNode | undefined;
}

function dotted(tokens: Tokens): string {
  let name = tokens.expect('name').value;
  while (tokens.skip('operator', '.')) name += `.${tokens.expect('name').value}`;
  return name;
}

/** Names that are not the argument of a test, but continue the expression after the test. */
const afterTest = ['else', 'or', 'and', 'is'];

function test(tokens: Tokens, of: Expression): Expression {
  const negated = tokens.skip('name', 'not');
  const { at } = tokens;
  const name = dotted(tokens);
  let callArguments = none;
  if (tokens.skip('operator', '(')) callArguments = parseArguments(tokens);
  else if (
    tokens.is('string') ||
    tokens.is('integer') ||
    tokens.is('float') ||
    tokens.is('operator', '(', '[', '{') ||
    (tokens.is('name') && !tokens.is('name', ...afterTest))
  )
    callArguments = { ...none, positional: [postfix(tokens, primary(tokens))] };
  else if (tokens.is('name', 'is')) throw tokens.wrong("You cannot chain multiple tests with 'is'");
  const tested: Expression = { kind: 'test', of, name, given: callArguments, at };
  return negated ? { kind: 'not', of: tested, at } : tested;
}

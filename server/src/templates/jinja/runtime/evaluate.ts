/** Evaluates expressions. */
import { failed } from '../errors.ts';
import type { Arguments, Expression } from '../nodes.ts';
import { isNumber, isTrue, iterate, keyOf, listOf, mustBeThere, numberOf } from './basics.ts';
import { nothingGiven } from './call-arguments.ts';
import { attribute, item, slice } from './members.ts';
import { calculate, compare } from './operators.ts';
import { str } from './print.ts';
import type { Scope } from './scope.ts';
import { joinTexts, plain } from './text.ts';
import {
  type CallArguments,
  Callable,
  type Dict,
  Loop,
  Missing,
  type Run,
  Tuple,
  typeOf,
  type Value,
} from './values.ts';

type Of<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;
type Evaluators = { readonly [K in Expression['kind']]: (node: Of<K>, scope: Scope, run: Run) => Value };

export function evaluate(node: Expression, scope: Scope, run: Run): Value {
  run.step();
  return (evaluators[node.kind] as (node: Expression, scope: Scope, run: Run) => Value)(node, scope, run);
}

const all = (nodes: readonly Expression[], scope: Scope, run: Run) => nodes.map((node) => evaluate(node, scope, run));

/** Runs an action for a node, so that errors are reported at the offset of the node. */
function at<T>(node: Expression, run: Run, action: () => T): T {
  run.at = node.at;
  return action();
}

const evaluators: Evaluators = {
  constant: ({ value }) => value,
  name: ({ name }, scope) => {
    const value = scope.get(name);
    return value === undefined ? new Missing(`'${name}' is undefined`) : value;
  },
  tuple: ({ items }, scope, run) => new Tuple(all(items, scope, run)),
  list: ({ items }, scope, run) => all(items, scope, run),
  dict: (node, scope, run) => {
    const dict: Dict = new Map();
    for (const [key, value] of node.items) {
      const by = at(node, run, () => keyOf(evaluate(key, scope, run)));
      dict.set(by, evaluate(value, scope, run));
    }
    return dict;
  },
  attribute: (node, scope, run) => {
    const of = evaluate(node.of, scope, run);
    return at(node, run, () => attribute(of, node.name, run));
  },
  item: (node, scope, run) => {
    const of = evaluate(node.of, scope, run);
    const key = evaluate(node.key, scope, run);
    return at(node, run, () => item(of, key, run));
  },
  slice: (node, scope, run) => {
    const of = evaluate(node.of, scope, run);
    const bounds = node.bounds.map((bound) => bound && evaluate(bound, scope, run));
    return at(node, run, () => slice(of, bounds, run));
  },
  filter: (node, scope, run) => {
    const value = evaluate(node.of as Expression, scope, run);
    return applyFilter(node, value, scope, run);
  },
  test: (node, scope, run) => {
    const value = evaluate(node.of, scope, run);
    const callArguments = evaluateArguments(node.given, scope, run);
    const test = run.tests.get(node.name);
    return at(node, run, () => {
      if (test === undefined) throw failed(`TemplateRuntimeError: No test named '${node.name}' found.`);
      return test(value, callArguments, run);
    });
  },
  call: (node, scope, run) => {
    const of = evaluate(node.of, scope, run);
    const callArguments = evaluateArguments(node.given, scope, run);
    return at(node, run, () => call(of, callArguments, run));
  },
  not: ({ of }, scope, run) => !isTrue(evaluate(of, scope, run)),
  sign: (node, scope, run) => {
    const value = evaluate(node.of, scope, run);
    return at(node, run, () => {
      mustBeThere(value);
      if (!isNumber(value)) throw failed(`TypeError: bad operand type for unary ${node.sign}: '${typeOf(value)}'`);
      const number = numberOf(value);
      return node.sign === '-' ? -number : number;
    });
  },
  binary: (node, scope, run) => {
    const left = evaluate(node.left, scope, run);
    const right = evaluate(node.right, scope, run);
    return at(node, run, () => calculate(node.operator, left, right, run));
  },
  and: ({ left, right }, scope, run) => {
    const value = evaluate(left, scope, run);
    return isTrue(value) ? evaluate(right, scope, run) : value;
  },
  or: ({ left, right }, scope, run) => {
    const value = evaluate(left, scope, run);
    return isTrue(value) ? value : evaluate(right, scope, run);
  },
  joined: (node, scope, run) => {
    const texts = all(node.items, scope, run).map((value) => str(value, run));
    return at(node, run, () => {
      run.text(texts.reduce((sum, text) => sum + plain(text).length, 0));
      return joinTexts(texts);
    });
  },
  compare: (node, scope, run) => {
    let left = evaluate(node.left, scope, run);
    for (const [operator, right] of node.rest) {
      const value = evaluate(right, scope, run);
      const before = left;
      if (!at(node, run, () => compare(operator, before, value, run))) return false;
      left = value;
    }
    return true;
  },
  'if-else': ({ test, yes, no }, scope, run) => {
    if (isTrue(evaluate(test, scope, run))) return evaluate(yes, scope, run);
    return no
      ? evaluate(no, scope, run)
      : new Missing('the inline if-expression evaluated to false and no else section was defined.');
  },
};

export function applyFilter(node: Of<'filter'>, value: Value, scope: Scope, run: Run): Value {
  const callArguments = evaluateArguments(node.given, scope, run);
  const apply = run.filters.get(node.name);
  return at(node, run, () => {
    if (apply === undefined) throw failed(`TemplateRuntimeError: No filter named '${node.name}' found.`);
    return apply(value, callArguments, run);
  });
}

export function evaluateArguments({ positional, named, list, dict }: Arguments, scope: Scope, run: Run): CallArguments {
  if (positional.length === 0 && named.length === 0 && !list && !dict) return nothingGiven;
  const values = all(positional, scope, run);
  if (list) for (const one of listOf(evaluate(list, scope, run), run)) values.push(one);
  const byName = new Map(named.map(([name, node]) => [name, evaluate(node, scope, run)]));
  if (dict) {
    const more = evaluate(dict, scope, run);
    if (!(more instanceof Map)) throw failed(`TypeError: argument after ** must be a mapping, not ${typeOf(more)}`);
    for (const [key, value] of more) byName.set(String(key), value);
  }
  return { positional: values, named: byName };
}

export function call(of: Value, callArguments: CallArguments, run: Run): Value {
  mustBeThere(of);
  if (of instanceof Callable) return run.inner(() => of.call(callArguments, run));
  const again = of instanceof Loop ? of.again : undefined;
  if (again) return run.inner(() => again(callArguments.positional[0] ?? null));
  if (of instanceof Loop) throw failed("TypeError: The loop must have the 'recursive' marker enabled.");
  throw failed(`TypeError: '${typeOf(of)}' object is not callable`);
}

/** Unpacks a value for a target with several names. */
export function unpacked(value: Value, count: number, run: Run): Value[] {
  mustBeIterable(value);
  const values = [...iterate(value, run)];
  if (values.length === count) return values;
  throw failed(
    values.length < count
      ? `ValueError: not enough values to unpack (expected ${count}, got ${values.length})`
      : `ValueError: too many values to unpack (expected ${count})`,
  );
}

function mustBeIterable(value: Value): void {
  if (value === null || isNumber(value)) throw failed(`TypeError: cannot unpack non-iterable ${typeOf(value)} object`);
}

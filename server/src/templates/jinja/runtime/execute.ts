/** Executes statements, which write output and change names. */
import { failed } from '../errors.ts';
import type { ForNode, Signature, Statement, Target } from '../nodes.ts';
import { isTrue, iterate, listOf } from './basics.ts';
import { applyFilter, call, evaluate, evaluateArguments, unpacked } from './evaluate.ts';
import { str } from './print.ts';
import { Scope } from './scope.ts';
import { generated, joinTexts, lengthOf, plain, type Text } from './text.ts';
import { type CallArguments, Callable, Loop, Missing, Namespace, type Run, Tuple, type Value } from './values.ts';

/** The statement that ended a body early, `break` or `continue`. It refers to the loop around the body. */
type Left = 'break' | 'continue' | undefined;
type Of<K extends Statement['kind']> = Extract<Statement, { readonly kind: K }>;
type Executors = {
  readonly [K in Statement['kind']]: (node: Of<K>, scope: Scope, run: Run, out: Text[]) => Left | void;
};

export function execute(body: readonly Statement[], scope: Scope, run: Run, out: Text[]): Left {
  for (const node of body) {
    run.step();
    const jump = (executors[node.kind] as (node: Statement, scope: Scope, run: Run, out: Text[]) => Left)(
      node,
      scope,
      run,
      out,
    );
    if (jump) return jump;
  }
  return undefined;
}

/** Executes a body in a new scope, and returns its output. */
function captured(body: readonly Statement[], scope: Scope, run: Run): Text {
  const out: Text[] = [];
  execute(body, scope, run, out);
  return joined(out, run);
}

export function joined(out: readonly Text[], run: Run): Text {
  run.text(out.reduce((sum, text) => sum + plain(text).length, 0));
  return joinTexts(out);
}

const executors: Executors = {
  data: ({ text }, _scope, _run, out) => {
    out.push(text);
  },
  print: (node, scope, run, out) => {
    const text = str(evaluate(node.value, scope, run), run);
    run.at = node.at;
    run.text(plain(text).length);
    out.push(text);
  },
  if: ({ branches, otherwise }, scope, run, out) => {
    for (const [test, body] of branches) if (isTrue(evaluate(test, scope, run))) return execute(body, scope, run, out);
    return execute(otherwise, scope, run, out);
  },
  for: (node, scope, run, out) => loop(node, evaluate(node.over, scope, run), scope, run, out, 0),
  set: (node, scope, run) => {
    const value = evaluate(node.value, scope, run);
    run.at = node.at;
    assign(node.target, value, scope, run);
  },
  'set-block': (node, scope, run): Left => {
    const inner: Text[] = [];
    const jump = execute(node.body, new Scope(scope), run, inner);
    if (jump) return jump;
    const text = joined(inner, run);
    assign(node.target, node.filter ? filtered(node.filter, text, scope, run) : text, scope, run);
    return undefined;
  },
  macro: (node, scope) => scope.set(node.name, macro(node.name, node, scope)),
  'call-block': (node, scope, run, out) => {
    const of = evaluate(node.call.of, scope, run);
    const callArguments = evaluateArguments(node.call.given, scope, run);
    const named = new Map([...callArguments.named, ['caller', macro('caller', node, scope)] as const]);
    run.at = node.at;
    out.push(str(call(of, { ...callArguments, named }, run), run));
  },
  'filter-block': (node, scope, run, out): Left => {
    const inner: Text[] = [];
    // The text written so far is lost, as in Python.
    const jump = execute(node.body, new Scope(scope), run, inner);
    if (jump) return jump;
    const text = joined(inner, run);
    out.push(str(filtered(node.filter, text, scope, run), run));
    return undefined;
  },
  with: (node, scope, run, out) => {
    const inner = new Scope(scope);
    const values = node.targets.map(([, value]) => evaluate(value, scope, run));
    for (const [i, [target]] of node.targets.entries()) assign(target, values[i] as Value, inner, run);
    return execute(node.body, inner, run, out);
  },
  generation: (node, scope, run, out) => {
    const text = captured(node.body, new Scope(scope), run);
    run.generation(lengthOf(text));
    out.push(run.traces ? generated(text) : text);
  },
  block: (node, scope, run, out) => {
    execute(node.body, new Scope(scope), run, out);
  },
  break: () => 'break',
  continue: () => 'continue',
};

/** Applies a chain of filters to a text, beginning with the innermost filter. */
function filtered(node: Of<'filter-block'>['filter'], text: Text, scope: Scope, run: Run): Value {
  const inner = node.of?.kind === 'filter' ? filtered(node.of, text, scope, run) : text;
  return applyFilter(node, inner, scope, run);
}

function assign(target: Target, value: Value, scope: Scope, run: Run): void {
  if (target.kind === 'name') scope.set(target.name, value);
  else if (target.kind === 'tuple') {
    const values = unpacked(value, target.items.length, run);
    for (const [i, item] of target.items.entries()) assign(item as Target, values[i] as Value, scope, run);
  } else {
    const of = evaluate(target.of, scope, run);
    run.at = target.at;
    if (!(of instanceof Namespace))
      throw failed('TemplateRuntimeError: cannot assign attribute on non-namespace object');
    of.members.set(target.name, value);
  }
}

function loop(node: ForNode, over: Value, scope: Scope, run: Run, out: Text[], depth: number): Left {
  run.at = node.over.at;
  const items = node.test ? selected(node, over, scope, run) : listOf(over, run);
  const again = node.recursive
    ? (inner: Value) => {
        const loopOutput: Text[] = [];
        loop(node, inner, scope, run, loopOutput, depth + 1);
        return joined(loopOutput, run);
      }
    : undefined;
  const state = new Loop(items, depth, again);
  for (const item of items) {
    state.index++;
    const inner = new Scope(scope);
    inner.set('loop', state);
    run.at = node.target.at;
    assign(node.target, item, inner, run);
    if (execute(node.body, inner, run, out) === 'break') break;
  }
  // In the `else` branch, `break` and `continue` refer to the loop around this one.
  return items.length === 0 ? execute(node.otherwise, new Scope(scope), run, out) : undefined;
}

function selected(node: ForNode, over: Value, scope: Scope, run: Run): Value[] {
  const values: Value[] = [];
  for (const item of iterate(over, run)) {
    const inner = new Scope(scope);
    assign(node.target, item, inner, run);
    if (isTrue(evaluate(node.test as NonNullable<ForNode['test']>, inner, run))) values.push(item);
  }
  return values;
}

/** Defines a macro, which sees the names that are in scope at its definition. */
function macro(name: string, { parameters, body }: Signature, around: Scope): Callable {
  const parameterNames = new Set(parameters.map((parameter) => parameter.name));
  const call = ({ positional, named }: CallArguments, run: Run): Value => {
    const scope = new Scope(around);
    const others = new Map([...named].filter(([key]) => !parameterNames.has(key)));
    const caller = others.get('caller');
    others.delete('caller');
    if (positional.length > parameters.length && !uses(body, 'varargs'))
      throw failed(`TypeError: macro '${name}' takes not more than ${parameters.length} argument(s)`);
    const [unknown] = others.keys();
    if (unknown !== undefined && !uses(body, 'kwargs'))
      throw failed(`TypeError: macro '${name}' takes no keyword argument '${unknown}'`);
    scope.set('varargs', new Tuple(positional.slice(parameters.length)));
    scope.set('kwargs', others);
    scope.set('caller', caller ?? new Missing('No caller defined'));
    parameters.forEach((parameter, i) => {
      const value = i < positional.length ? positional[i] : named.get(parameter.name);
      if (value !== undefined && i < positional.length && named.has(parameter.name))
        throw failed(`TypeError: macro '${name}' got multiple values for argument '${parameter.name}'`);
      const otherwise = () =>
        parameter.otherwise
          ? evaluate(parameter.otherwise, scope, run)
          : new Missing(`parameter '${parameter.name}' was not provided`);
      scope.set(parameter.name, value === undefined ? otherwise() : value);
    });
    return captured(body, scope, run);
  };
  const members = new Map<string, Value>([
    ['name', name],
    ['arguments', new Tuple(parameters.map((parameter) => parameter.name))],
    ['catch_varargs', uses(body, 'varargs')],
    ['catch_kwargs', uses(body, 'kwargs')],
    ['caller', uses(body, 'caller')],
  ]);
  return new Callable(name, call, 'Macro', members);
}

const namesByBody = new WeakMap<readonly Statement[], Set<string>>();

/** Whether a name occurs anywhere in a body. */
function uses(body: readonly Statement[], name: string): boolean {
  let names = namesByBody.get(body);
  if (names === undefined) {
    names = new Set();
    collect(body, names);
    namesByBody.set(body, names);
  }
  return names.has(name);
}

function collect(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) collect(one, names);
  else if (typeof node === 'object' && node !== null) {
    if ('kind' in node && node.kind === 'name' && 'name' in node) names.add(node.name as string);
    for (const one of Object.values(node)) collect(one, names);
  }
}

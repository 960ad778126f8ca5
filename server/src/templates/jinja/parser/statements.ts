/** Parses the statements of Jinja, and those that `transformers` adds: loop controls and `generation`. */
import type { Expression, FilterNode, Parameter, Statement, Target } from '../nodes.ts';
import { parseExpression, parseFilter, parseTuple } from './expressions.ts';
import { parseTarget } from './targets.ts';
import type { Tokens } from './token-stream.ts';

type Parse = (tokens: Tokens, at: number) => Statement;

/** Parses everything up to a statement whose name is in `ends`, and consumes that name. */
function body(tokens: Tokens, opener: string, at: number, ...ends: readonly string[]): [Statement[], string] {
  const statements: Statement[] = [];
  tokens.begun.push({ name: opener, ends, at });
  for (;;) {
    if (tokens.peek() === undefined)
      throw tokens.wrong(
        `unexpected end of template: '${opener}' needs ${ends.map((end) => `'${end}'`).join(' or ')}`,
        at,
      );
    const next = tokens.peek(1);
    if (tokens.is('begin') && next?.kind === 'name' && ends.includes(next.value)) {
      tokens.take();
      tokens.begun.pop();
      return [statements, tokens.take().value];
    }
    statements.push(parseStatement(tokens));
  }
}

/** Blocks that Python runs as functions, so that `break` and `continue` in them have no effect on a loop around them. */
const functions = new Set(['macro', 'call', 'generation']);

/** Parses the body of a block, from the end of its opening tag to the end of its closing tag. */
function block(tokens: Tokens, name: string, at: number): Statement[] {
  tokens.expect('end');
  const read = () => body(tokens, name, at, `end${name}`);
  const [statements] = functions.has(name) ? tokens.inLoop(false, read) : read();
  tokens.expect('end');
  return statements;
}

const parseIf: Parse = (tokens, at) => {
  const branches: [Expression, Statement[]][] = [];
  for (;;) {
    const test = parseTuple(tokens, { conditional: false });
    tokens.expect('end');
    const [statements, end] = body(tokens, 'if', at, 'elif', 'else', 'endif');
    branches.push([test, statements]);
    if (end === 'elif') continue;
    let otherwise: Statement[] = [];
    if (end === 'else') {
      tokens.expect('end');
      [otherwise] = body(tokens, 'if', at, 'endif');
    }
    tokens.expect('end');
    return { kind: 'if', branches, otherwise, at };
  }
};

const parseFor: Parse = (tokens, at) => {
  const target = parseTarget(tokens, { ends: ['in'] });
  if (namesIn(target).includes('loop'))
    throw tokens.wrong("can't assign to special loop variable in for-loop target", target.at);
  tokens.expect('name', 'in');
  const over = parseTuple(tokens, { conditional: false, ends: ['recursive'] });
  const test = tokens.skip('name', 'if') ? parseExpression(tokens) : undefined;
  const recursive = tokens.skip('name', 'recursive');
  tokens.expect('end');
  const [statements, end] = tokens.inLoop(true, () => body(tokens, 'for', at, 'endfor', 'else'));
  let otherwise: Statement[] = [];
  if (end === 'else') {
    tokens.expect('end');
    [otherwise] = body(tokens, 'for', at, 'endfor');
  }
  tokens.expect('end');
  return { kind: 'for', target, over, test, recursive, body: statements, otherwise, at };
};

const namesIn = (target: Expression): string[] =>
  target.kind === 'name' ? [target.name] : target.kind === 'tuple' ? target.items.flatMap(namesIn) : [];

const parseSet: Parse = (tokens, at) => {
  const target = parseTarget(tokens, { members: true });
  if (tokens.skip('operator', '=')) {
    const value = parseTuple(tokens);
    tokens.expect('end');
    return { kind: 'set', target, value, at };
  }
  const filter = parseFilter(tokens, undefined);
  return { kind: 'set-block', target, filter, body: block(tokens, 'set', at), at };
};

/** Reads the parameters of a macro after the opening parenthesis. */
function parameters(tokens: Tokens): Parameter[] {
  const parameterList: Parameter[] = [];
  while (!tokens.is('operator', ')')) {
    if (parameterList.length > 0) tokens.expect('operator', ',');
    const { name } = parseTarget(tokens, { several: false }) as { name: string };
    const otherwise = tokens.skip('operator', '=') ? parseExpression(tokens) : undefined;
    if (otherwise === undefined && parameterList.at(-1)?.otherwise !== undefined)
      throw tokens.wrong('non-default argument follows default argument');
    parameterList.push({ name, otherwise });
  }
  tokens.expect('operator', ')');
  return parameterList;
}

const parseMacro: Parse = (tokens, at) => {
  const { name } = parseTarget(tokens, { several: false }) as { name: string };
  tokens.expect('operator', '(');
  return { kind: 'macro', name, parameters: parameters(tokens), body: block(tokens, 'macro', at), at };
};

const parseCall: Parse = (tokens, at) => {
  const blockParameters = tokens.skip('operator', '(') ? parameters(tokens) : [];
  const call = parseExpression(tokens);
  if (call.kind !== 'call') throw tokens.wrong('expected call', call.at);
  return { kind: 'call-block', call, parameters: blockParameters, body: block(tokens, 'call', at), at };
};

const parseFilterBlock: Parse = (tokens, at) => {
  const filter = parseFilter(tokens, undefined, true) as FilterNode;
  return { kind: 'filter-block', filter, body: block(tokens, 'filter', at), at };
};

const parseWith: Parse = (tokens, at) => {
  const targets: [Target, Expression][] = [];
  while (!tokens.is('end')) {
    if (targets.length > 0) tokens.expect('operator', ',');
    const target = parseTarget(tokens);
    tokens.expect('operator', '=');
    targets.push([target, parseExpression(tokens)]);
  }
  return { kind: 'with', targets, body: block(tokens, 'with', at), at };
};

const parseBlock: Parse = (tokens, at) => {
  const { value: name } = tokens.expect('name');
  tokens.expect('end');
  const [statements] = tokens.inLoop(false, () => body(tokens, 'block', at, 'endblock'));
  tokens.skip('name', name);
  tokens.expect('end');
  return { kind: 'block', body: statements, at };
};

const parsePrint: Parse = (tokens, at) => {
  const value = parseTuple(tokens);
  tokens.expect('end');
  return { kind: 'print', value, at };
};

const control =
  (kind: 'break' | 'continue'): Parse =>
  (tokens, at) => {
    tokens.expect('end');
    if (!tokens.isInLoop)
      throw tokens.wrong(kind === 'break' ? "'break' outside loop" : "'continue' not properly in loop", at);
    return { kind, at };
  };

const statements = new Map<string, Parse>([
  ['if', parseIf],
  ['for', parseFor],
  ['set', parseSet],
  ['macro', parseMacro],
  ['call', parseCall],
  ['filter', parseFilterBlock],
  ['with', parseWith],
  ['block', parseBlock],
  ['print', parsePrint],
  ['generation', (tokens, at) => ({ kind: 'generation', body: block(tokens, 'generation', at), at })],
  ['break', control('break')],
  ['continue', control('continue')],
]);

export function parseStatement(tokens: Tokens): Statement {
  return tokens.nested(() => {
    const token = tokens.take();
    const at = token.start;
    if (token.kind === 'data') return { kind: 'data', text: token.value, at };
    if (token.kind === 'print') {
      const value = parseTuple(tokens);
      tokens.expect('printed');
      return { kind: 'print', value, at };
    }
    const name = tokens.expect('name');
    const parse = statements.get(name.value);
    if (parse === undefined)
      throw needsFiles.has(name.value)
        ? tokens.wrong(`'${name.value}' needs another template, which a chat template cannot load`, name.start)
        : tokens.unknown(name.value, name.start);
    return parse(tokens, at);
  });
}

const needsFiles = new Set(['include', 'extends', 'import', 'from']);

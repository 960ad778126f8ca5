/** Names in a template that it is not given: variables, filters and tests. Offsets are those of the normalized text. */
import { templateVariables } from '../../grammar/template-variables.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean } from '../../syntax/wording.ts';
import type { Statement, Target } from '../jinja/nodes.ts';
import { filters } from '../jinja/runtime/filters/index.ts';
import { globals } from '../jinja/runtime/globals.ts';
import { tests } from '../jinja/runtime/tests.ts';
import { held, type Node, walk } from '../jinja/walk.ts';
import type { TextProblem } from './problem.ts';

/** What blocks bind by themselves. */
const bound = ['loop', 'caller', 'varargs', 'kwargs', 'self', 'super', 'lipsum'];
/** Filters of Jinja that this implementation lacks, although Python has them. */
const inPython = ['random', 'urlize', 'xmlattr', 'pprint', 'filesizeformat', 'wordwrap'];
/** Tests for whether something is defined, and filters that accept an undefined value. */
const asking = new Set(['defined', 'undefined', 'none', 'default', 'd', 'filter', 'test']);
/** The most that are reported, and searched for what is meant: no real template has more. */
const most = 200;
const contract = templateVariables.map(({ name }) => name);

interface Names {
  /** Where each name is first used, and whether any use tests that it is defined. */
  readonly used: Map<string, { readonly at: number; guarded: boolean }>;
  readonly assigned: Set<string>;
  readonly problems: TextProblem[];
}

export function nameProblems(body: readonly Statement[], tokens: Iterable<string>): TextProblem[] {
  const found: Names = { used: new Map(), assigned: new Set(bound), problems: [] };
  for (const [node, asked] of walk(body, false, askedIn)) note(node, asked, found);
  const known = new Set([...contract, ...globals.keys(), ...tokens]);
  const unknown = [...found.used].filter(([name]) => !known.has(name) && !found.assigned.has(name));
  const own = [...found.assigned].slice(0, most);
  return [...found.problems, ...unknown.slice(0, most).flatMap(([name, use]) => variableProblem(name, use, own))];
}

function variableProblem(
  name: string,
  { at, guarded }: { readonly at: number; readonly guarded: boolean },
  assigned: readonly string[],
): TextProblem[] {
  const meant = closest(name, [...contract, ...globals.keys(), ...assigned]);
  const place = { code: 'template-variable-unknown', at, length: name.length };
  if (meant !== undefined && meant.length > 3 && !guarded) {
    const message = `Nobody gives a template \`${name}\`, and nothing sets it: it is undefined.${didYouMean(meant)}`;
    return [{ ...place, message }];
  }
  if (guarded) return [];
  const message = `\`${name}\` is undefined unless whoever renders this template gives it. If that is meant, say what holds without it: \`${name} is defined\`, or \`${name} | default(…)\`.`;
  return [{ ...place, message, milder: 'information' }];
}

/** The nodes to examine next; true: only whether the value is defined is tested, or it is compared. */
function askedIn(node: Node, asked: boolean): (readonly [unknown, boolean])[] {
  switch (node.kind) {
    case 'if':
      return [
        ...node.branches.flatMap(
          ([test, body]) =>
            [
              [test, true],
              [body, false],
            ] as const,
        ),
        [node.otherwise, false],
      ];
    case 'if-else':
      return [
        [node.test, true],
        [[node.yes, node.no], false],
      ];
    case 'test':
    case 'filter':
      return [
        [node.of, asking.has(node.name)],
        [node.given, false],
      ];
    case 'and':
    case 'or':
      return [
        [node.left, true],
        [node.right, asked],
      ];
    case 'not':
    case 'compare':
      return held(node, true);
    default:
      return held(node, false);
  }
}

function note(node: Node, asked: boolean, { used, assigned, problems }: Names): void {
  const assign = (target: Target) => {
    for (const name of namesIn(target)) assigned.add(name);
  };
  switch (node.kind) {
    case 'name': {
      const known = used.get(node.name);
      if (known) known.guarded ||= asked;
      else used.set(node.name, { at: node.at, guarded: asked });
      return;
    }
    case 'for':
    case 'set':
    case 'set-block':
      return assign(node.target);
    case 'with':
      for (const [target] of node.targets) assign(target);
      return;
    case 'macro':
      assigned.add(node.name);
      for (const { name } of node.parameters) assigned.add(name);
      return;
    case 'call-block':
      for (const { name } of node.parameters) assigned.add(name);
      return;
    case 'filter':
      if (!filters.has(node.name) && !inPython.includes(node.name) && problems.length < most)
        problems.push(wrong('filter', node.name, node.at, [...filters.keys()]));
      return;
    case 'test':
      if (!tests.has(node.name) && problems.length < most)
        problems.push(wrong('test', node.name, node.at, [...tests.keys()]));
  }
}

const wrong = (kind: 'filter' | 'test', name: string, at: number, known: readonly string[]): TextProblem => ({
  code: 'template-filter-unknown',
  message: `Jinja has no ${kind} \`${name}\`, so it refuses this template whole.${didYouMean(closest(name, known))}`,
  ...{ at, length: name.length },
});

/** The names that a target binds; a member of a namespace is not a name. */
function namesIn(target: Node): string[] {
  if (target.kind === 'name') return [target.name];
  return target.kind === 'tuple' ? target.items.flatMap(namesIn) : [];
}

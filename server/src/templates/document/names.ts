/** Finds unknown names in a template: variables, filters and tests. Offsets refer to the normalized text. */
import { templateVariables } from '../../grammar/template-variables.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean } from '../../syntax/wording.ts';
import type { Statement, Target } from '../jinja/nodes.ts';
import { filters } from '../jinja/runtime/filters/index.ts';
import { globals } from '../jinja/runtime/globals.ts';
import { tests } from '../jinja/runtime/tests.ts';
import { childrenOf, type Node, walk } from '../jinja/walk.ts';
import type { TextProblem } from './problem.ts';

/** Names that blocks define implicitly. */
const bound = ['loop', 'caller', 'varargs', 'kwargs', 'self', 'super', 'lipsum'];
/** Filters that Jinja has in Python, but not in this implementation. */
const inPython = ['random', 'urlize', 'xmlattr', 'pprint', 'filesizeformat', 'wordwrap'];
/** Jinja's tests for defined values, and filters that accept an undefined value. */
const asksWhether = new Set(['defined', 'undefined', 'none', 'default', 'd', 'filter', 'test']);
/** The maximum number of names that are reported, or compared as suggestions; no real template has more. */
const MAX_REPORTED_NAMES = 200;
const contract = templateVariables.map(({ name }) => name);

/**
 * The maximum number of letters by which a suggestion may differ from a name that the template tests for being defined. Such a test shows
 * that the name may be undefined.
 */
const MAX_TESTED_NAME_DISTANCE = 2;

interface Names {
  /** Maps each name to the offset of its first use, and to whether any use tests that the name is defined. */
  readonly used: Map<string, { readonly at: number; guarded: boolean }>;
  readonly assigned: Set<string>;
  readonly problems: TextProblem[];
}

/** The context in which a node is examined. */
interface Place {
  /** Whether the value of the node is only compared, or only tested for being defined. */
  readonly asked: boolean;
  /** The names that the loops around the node define. After these loops, the names are undefined. */
  readonly loops: Loops | undefined;
}
interface Loops {
  readonly names: readonly string[];
  readonly outer: Loops | undefined;
}

export function nameProblems(body: readonly Statement[], tokens: Iterable<string>): TextProblem[] {
  const names: Names = { used: new Map(), assigned: new Set(bound), problems: [] };
  for (const [node, place] of walk<Place>(body, { asked: false, loops: undefined }, placesIn)) note(node, place, names);
  const definedNames = new Set([...contract, ...globals.keys(), ...tokens]);
  const unknown = [...names.used].filter(([name]) => !definedNames.has(name) && !names.assigned.has(name));
  const assignedNames = [...names.assigned].slice(0, MAX_REPORTED_NAMES);
  return [
    ...names.problems,
    ...unknown.slice(0, MAX_REPORTED_NAMES).flatMap(([name, use]) => variableProblem(name, use, assignedNames)),
  ];
}

function variableProblem(
  name: string,
  { at, guarded }: { readonly at: number; readonly guarded: boolean },
  assigned: readonly string[],
): TextProblem[] {
  const suggestion = closest(
    name,
    [...contract, ...globals.keys(), ...assigned],
    guarded ? MAX_TESTED_NAME_DISTANCE : undefined,
  );
  const problem = { code: 'template-variable-unknown', at, length: name.length };
  if (suggestion !== undefined && suggestion.length > 3) {
    const message = `\`${name}\` is undefined: it is not passed to templates, and this template does not set it here.${didYouMean(suggestion)}`;
    return [{ ...problem, message, meant: suggestion }];
  }
  if (guarded) return [];
  const message = `\`${name}\` is undefined unless the program that renders this template passes it. If that is intended, handle its absence: \`${name} is defined\`, or \`${name} | default(…)\`.`;
  return [{ ...problem, message, milder: 'information' }];
}

/** The nodes to examine next, each with its context. */
function placesIn(node: Node, place: Place): (readonly [unknown, Place])[] {
  const asking: Place = { ...place, asked: true };
  const valuePlace: Place = { ...place, asked: false };
  switch (node.kind) {
    case 'for': {
      const inside: Place = { asked: false, loops: { names: namesIn(node.target), outer: place.loops } };
      return [
        [node.over, valuePlace],
        [node.test, { ...inside, asked: true }],
        [node.body, inside],
        [node.otherwise, valuePlace],
      ];
    }
    case 'if':
      return [
        ...node.branches.flatMap(
          ([test, body]) =>
            [
              [test, asking],
              [body, valuePlace],
            ] as const,
        ),
        [node.otherwise, valuePlace],
      ];
    case 'if-else':
      return [
        [node.test, asking],
        [[node.yes, node.no], valuePlace],
      ];
    case 'test':
    case 'filter':
      return [
        [node.of, asksWhether.has(node.name) ? asking : valuePlace],
        [node.given, valuePlace],
      ];
    case 'and':
    case 'or':
      return [
        [node.left, asking],
        [node.right, place],
      ];
    case 'not':
    case 'compare':
      return childrenOf(node, asking);
    default:
      return childrenOf(node, valuePlace);
  }
}

const isBound = (name: string, loops: Loops | undefined): boolean =>
  loops !== undefined && (loops.names.includes(name) || isBound(name, loops.outer));

function note(node: Node, { asked, loops }: Place, { used, assigned, problems }: Names): void {
  const assign = (target: Target) => {
    for (const name of namesIn(target)) assigned.add(name);
  };
  switch (node.kind) {
    case 'name': {
      if (isBound(node.name, loops)) return;
      const use = used.get(node.name);
      if (use) use.guarded ||= asked;
      else used.set(node.name, { at: node.at, guarded: asked });
      return;
    }
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
      if (!filters.has(node.name) && !inPython.includes(node.name) && problems.length < MAX_REPORTED_NAMES)
        problems.push(wrong('filter', node.name, node.at, [...filters.keys()]));
      return;
    case 'test':
      if (!tests.has(node.name) && problems.length < MAX_REPORTED_NAMES)
        problems.push(wrong('test', node.name, node.at, [...tests.keys()]));
  }
}

const wrong = (kind: 'filter' | 'test', name: string, at: number, names: readonly string[]): TextProblem => ({
  code: 'template-filter-unknown',
  message: `Jinja has no ${kind} \`${name}\`, so it rejects the whole template.${didYouMean(closest(name, names))}`,
  at,
  length: name.length,
});

/** The names that the target of an assignment defines. A field of a namespace is not a name. */
function namesIn(target: Node): string[] {
  if (target.kind === 'name') return [target.name];
  return target.kind === 'tuple' ? target.items.flatMap(namesIn) : [];
}

/** Finds misspelled keys and roles in a template, which explain why something is dropped or rejected. */

import { templateMembers, templateRoles } from '../../grammar/template-variables.ts';
import { append } from '../../syntax/lists.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import type { Expression } from '../jinja/nodes.ts';
import { childrenOf, type Node, walk } from '../jinja/walk.ts';
import type { JinjaTemplate } from '../jinja-template.ts';

export interface Slip {
  readonly meant: string;
  readonly at: number;
  /** A message that contains the mistake and the intended word. */
  readonly says: string;
}

interface Word {
  readonly word: string;
  readonly at: number;
}

/** The minimum length of a word that is checked. For a shorter word, the intended spelling would only be a guess. */
const MIN_NAME_LENGTH = 3;
/** The maximum number of words that are compared with the known words; no real template has more. */
const MAX_WORDS = 2_000;

/** The misspelled fields, followed by the misspelled roles, each in the order of the template. */
export function slipsIn({ body, text }: Pick<JinjaTemplate, 'body' | 'text'>): readonly Slip[] {
  const [members, roles]: [Word[], Word[]] = [[], []];
  const assignedNames = new Set<string>();
  for (const [node] of walk(body, undefined, childrenOf)) {
    append(members, membersIn(node));
    append(roles, rolesIn(node));
    for (const name of setIn(node)) assignedNames.add(name);
  }
  const misspelled = (words: readonly Word[], correctWords: readonly string[], says: (word: string) => string) =>
    words.slice(0, MAX_WORDS).flatMap(({ word, at }): Slip[] => {
      const suggestion =
        word.length < MIN_NAME_LENGTH || assignedNames.has(word) || correctWords.includes(word)
          ? undefined
          : closest(word, correctWords);
      if (suggestion === undefined) return [];
      return [
        {
          meant: suggestion,
          at: Math.max(at, text.indexOf(word, at)),
          says: `${says(quote(word))}${didYouMean(suggestion)}`,
        },
      ];
    });
  return [
    ...misspelled(members, templateMembers, (word) => `Unknown key ${word}.`),
    ...misspelled(roles, templateRoles, (word) => `Unknown role ${word}.`),
  ];
}

const textIn = (node: Expression | undefined): Word[] =>
  node?.kind === 'constant' && typeof node.value === 'string' ? [{ word: node.value, at: node.at }] : [];

/** Finds fields: `a.member`, `a['member']`, `a.get('member')`. */
function membersIn(node: Node): Word[] {
  if (node.kind === 'attribute') return [{ word: node.name, at: node.at }];
  if (node.kind === 'item') return textIn(node.key);
  const gets = node.kind === 'call' && node.of.kind === 'attribute' && node.of.name === 'get';
  return gets ? textIn(node.given.positional[0]) : [];
}

/** Finds roles: `a.role == 'role'`, `'role' == a.role`, `a.role in ['role', 'role']`. */
function rolesIn(node: Node): Word[] {
  if (node.kind !== 'compare') return [];
  const sides = [node.left, ...node.rest.map(([, side]) => side)];
  if (!sides.some((side) => [...membersIn(side), ...nameIn(side)].some(({ word }) => word === 'role'))) return [];
  return sides.flatMap((side) =>
    side.kind === 'list' || side.kind === 'tuple' ? side.items.flatMap(textIn) : textIn(side),
  );
}

const nameIn = (node: Node): Word[] => (node.kind === 'name' ? [{ word: node.name, at: node.at }] : []);

/** The fields that the template adds to its own objects: `namespace(member=…)`, `{% set a.member = … %}`, `{'member': …}`. */
function setIn(node: Node): string[] {
  if (node.kind === 'call') return node.given.named.map(([name]) => name);
  if (node.kind === 'dict') return node.items.flatMap(([key]) => textIn(key).map(({ word }) => word));
  return (node.kind === 'set' || node.kind === 'set-block') && node.target.kind === 'attribute'
    ? [node.target.name]
    : [];
}

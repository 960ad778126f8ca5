/**
 * Reads the object `rows` of a configuration, which maps the usual names of fields and roles to those that the project uses in its rows.
 */

import { messageRoles } from '../grammar/messages.ts';
import { renamableMembers } from '../grammar/renamable-members.ts';
import { isObject } from '../syntax/is-object.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, listed } from '../syntax/wording.ts';
import { quotedValue } from './bounds.ts';

/** The valid keys of `rows`. */
const rowKeys: readonly string[] = [...renamableMembers.row, ...renamableMembers.message, 'roles'];

const roleNames: readonly string[] = messageRoles.map(({ name }) => name);

type Members = Readonly<Record<string, unknown>>;
type Complain = (where: string, message: string) => void;

/** A description of the valid values of `rows`. */
export const wantedRows =
  'an object, as in `{"messages": "traj", "role": "speaker", "content": "text", "roles": {"bot": "assistant"}}`';

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Returns the names from the object `rows`; undefined if all of them are the usual names. Invalid names are ignored and reported to
 * `complain`.
 */
export function rowNamesIn(value: Members, prefix: string, complain: Complain): RowNames | undefined {
  const valueByKey = new Map(Object.entries(value));
  for (const key of valueByKey.keys())
    if (!rowKeys.includes(key))
      complain(prefix + key, `is unknown, so it has no effect.${didYouMean(closest(key, rowKeys))}`);
  const pairsOf = (keys: readonly string[]): [name: string, usual: string][] => {
    const pairs = new Map<string, string>();
    for (const usual of keys) {
      const name = valueByKey.get(usual);
      if (name === undefined) continue;
      if (!isName(name)) complain(prefix + usual, `is ${quotedValue(name)}; write the name of a key.`);
      else if (pairs.has(name))
        complain(prefix + usual, `is ${quotedValue(name)}, and so is \`${pairs.get(name)}\`. Give each its own name.`);
      else pairs.set(name, usual);
    }
    return [...pairs].filter(([name, usual]) => name !== usual);
  };
  const [row, message] = [pairsOf(renamableMembers.row), pairsOf(renamableMembers.message)];
  const roles = rolesIn(valueByKey.get('roles'), `${prefix}roles`, complain);
  return row.length + message.length + roles.length === 0 ? undefined : { row, message, roles };
}

function rolesIn(value: unknown, where: string, complain: Complain): [role: string, usual: string][] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    complain(where, `is ${quotedValue(value)}; write an object, as in \`{"bot": "assistant"}\`.`);
    return [];
  }
  return Object.entries(value).flatMap(([role, usual]): [string, string][] => {
    if (typeof usual === 'string' && roleNames.includes(usual)) return role === usual ? [] : [[role, usual]];
    complain(`${where}.${role}`, `is ${quotedValue(usual)}; write ${listed(roleNames)}.`);
    return [];
  });
}

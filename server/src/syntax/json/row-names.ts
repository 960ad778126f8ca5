/**
 * The names that a data set has in place of the usual ones, such as `traj` for `messages`. A value is renamed after it is read: every place
 * stays where it is in the source, and whatever looks at the value sees the usual names.
 */
import type { JsonMember, JsonNode, JsonObject, JsonReading, JsonString } from './nodes.ts';
import { readJson } from './read.ts';

type Pairs = readonly (readonly [own: string, usual: string])[];

/** The names in a data set, each with the usual one: plain data, which threads pass to each other. No name occurs twice in a list. */
export interface RowNames {
  /** Names of members of a row. */
  readonly row: Pairs;
  /** Names of members of a message. */
  readonly message: Pairs;
  /** Names of roles. */
  readonly roles: Pairs;
}

interface NameTable {
  /** The usual name, by the data set's own. */
  readonly usual: ReadonlyMap<string, string>;
  /** The data set's own name, by the usual one. */
  readonly own: ReadonlyMap<string, string>;
}

interface NameTables {
  readonly row: NameTable;
  readonly message: NameTable;
  readonly roles: ReadonlyMap<string, string>;
}

const tables = new WeakMap<RowNames, NameTables>();

function tablesOf(names: RowNames): NameTables {
  let nameTables = tables.get(names);
  if (nameTables === undefined) {
    nameTables = { row: tableOf(names.row), message: tableOf(names.message), roles: new Map(names.roles) };
    tables.set(names, nameTables);
  }
  return nameTables;
}

const tableOf = (pairs: Pairs): NameTable => ({
  usual: new Map(pairs),
  own: new Map(pairs.map(([own, usual]) => [usual, own])),
});

/** Renames a key or a role to its new value. */
type Rename = (string: JsonString, value: string) => void;

/** Members with lists whose elements are not messages. */
const ofTools: ReadonlySet<string> = new Set(['tools', 'functions']);

/** Renames everything in a value: a row, a list of rows, a message or a list of messages. */
function renames(root: JsonNode | undefined, names: RowNames, rename: Rename): void {
  const { row, message, roles } = tablesOf(names);
  const inMessage = (node: JsonNode): void => {
    if (node.kind !== 'object') return;
    for (const [member, name] of newNames(node, message)) {
      if (name !== member.key.value) rename(member.key, name);
      const { value } = member;
      if ((name !== 'role' && name !== 'from') || value?.kind !== 'string') continue;
      const role = roles.get(value.value);
      if (role !== undefined) rename(value, role);
    }
  };
  const inRow = (node: JsonObject): void => {
    for (const [member, name] of newNames(node, row)) {
      if (name !== member.key.value) rename(member.key, name);
      const { value } = member;
      if (value?.kind === 'array' && !ofTools.has(name)) value.items.forEach(inMessage);
    }
  };
  const role = message.own.get('role') ?? 'role';
  const inObject = (node: JsonObject): void => {
    const list = row.own.get('messages') ?? 'messages';
    const isRow = node.members.some(({ key, value }) => key.value === list && value?.kind === 'array');
    if (isRow || !node.members.some(({ key }) => key.value === role)) inRow(node);
    else inMessage(node);
  };
  const items = root?.kind === 'array' ? root.items : root ? [root] : [];
  for (const item of items) {
    if (item.kind === 'object') inObject(item);
    else if (item.kind === 'array') item.items.forEach(inMessage);
  }
}

/**
 * The members of an object with their new names. A member that already has a usual name keeps it, unless another member takes that name:
 * then the two swap names, so that no name occurs twice and none is lost.
 */
function* newNames({ members }: JsonObject, { usual, own }: NameTable): Generator<[member: JsonMember, name: string]> {
  const keys = new Set(members.map(({ key }) => key.value));
  for (const member of members) {
    const { value: key } = member.key;
    const name = usual.get(key);
    if (name !== undefined) {
      yield [member, name];
      continue;
    }
    const owner = own.get(key);
    let free = key;
    // Each name is assigned once, so the loop ends at a name that is not a usual one.
    if (owner !== undefined && keys.has(owner))
      for (let next = own.get(free); next !== undefined; next = own.get(free)) free = next;
    yield [member, free];
  }
}

/** A reading with the usual names. It takes over the tree of the given reading, which must not be used elsewhere. */
export function renameReading(reading: JsonReading, names: RowNames): JsonReading {
  renames(reading.root, names, (string, value) => {
    const own = string as { value: string; exact: boolean };
    own.value = value;
    // The value of the string now differs from its source.
    own.exact = false;
  });
  return { ...reading, names };
}

/** A text of JSON with the usual names in it. */
export interface RenamedText {
  readonly text: string;
  /** Maps an offset in the text to an offset in the source (UTF-16 units). */
  readonly sourceOf: (offset: number) => number;
}

/** Reads a text in place of one that was read before, with the same names. `limit`: the most faults. */
export function readLike(text: string, { names }: Pick<JsonReading, 'names'>, limit?: number): JsonReading {
  const reading = readJson(text, limit);
  return names ? renameReading(reading, names) : reading;
}

const unchanged = (offset: number): number => offset;

/** Writes the usual names into a text that is one value of JSON; what is not JSON stays as it is. */
export function renamedText(text: string, names: RowNames | undefined): RenamedText {
  if (names === undefined) return { text, sourceOf: unchanged };
  const { root } = readJson(text);
  const edits: { start: number; end: number; text: string }[] = [];
  renames(root, names, ({ start, end }, value) => edits.push({ start, end, text: JSON.stringify(value) }));
  edits.sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  /** The start of each piece that is kept from the source, in both texts. */
  const from: number[] = [0];
  const to: number[] = [0];
  let [at, length] = [0, 0];
  for (const { start, end, text: by } of edits) {
    parts.push(text.slice(at, start), by);
    length += start - at + by.length;
    at = end;
    from.push(length);
    to.push(at);
  }
  parts.push(text.slice(at));
  return {
    text: parts.join(''),
    sourceOf(offset) {
      let [low, high] = [0, from.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((from[middle] as number) <= offset) low = middle;
        else high = middle - 1;
      }
      const source = (to[low] as number) + offset - (from[low] as number);
      return Math.min(source, edits[low]?.end ?? text.length);
    },
  };
}

/**
 * Replaces the field and role names of a data set with the usual ones, such as `traj` with `messages`. Names are replaced after the text is
 * read, so positions in the source do not change. All other code finds the usual names.
 */
import type { JsonMember, JsonNode, JsonObject, JsonReading, JsonString } from './nodes.ts';
import { readJson } from './read.ts';

type Pairs = readonly (readonly [own: string, usual: string])[];

/**
 * The field and role names of a data set, each paired with the usual name. They are plain data, so that threads can pass them to each
 * other. No name occurs twice in a list.
 */
export interface RowNames {
  /** The names of fields of a row. */
  readonly row: Pairs;
  /** The names of fields of a message. */
  readonly message: Pairs;
  readonly roles: Pairs;
}

interface NameTable {
  /** Maps each name in the data set to the usual name. */
  readonly usual: ReadonlyMap<string, string>;
  /** Maps each usual name to the name in the data set. */
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
  own: new Map(pairs.map(([ownName, usualName]) => [usualName, ownName])),
});

/** Renames a key or a role. */
type Rename = (string: JsonString, value: string) => void;

/** The fields whose lists contain tools rather than messages. */
const ofTools: ReadonlySet<string> = new Set(['tools', 'functions']);

/** Renames all keys and roles in a value: a row, a list of rows, a message or a list of messages. */
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
 * Yields the fields of an object with their new names. A field that already has a usual name keeps it, unless another field gets that name.
 * The two then swap their names, so that no name occurs twice and none is lost.
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
    // No name is assigned twice, so the loop ends at a name that is not a usual one.
    if (owner !== undefined && keys.has(owner))
      for (let next = own.get(free); next !== undefined; next = own.get(free)) free = next;
    yield [member, free];
  }
}

/** Returns a reading with the usual names. It changes the values of the given reading, which must not be used afterwards. */
export function renameReading(reading: JsonReading, names: RowNames): JsonReading {
  renames(reading.root, names, (string, value) => {
    const writableString = string as { value: string; exact: boolean };
    writableString.value = value;
    // The value of the string now differs from its source.
    writableString.exact = false;
  });
  return { ...reading, names };
}

/** The text of JSON with the usual names. */
export interface RenamedText {
  readonly text: string;
  /** Maps an offset in the text to an offset in the source (UTF-16 units). */
  readonly sourceOf: (offset: number) => number;
}

/** Reads a text that replaces one read earlier, and applies the same names. `limit`: the maximum number of faults. */
export function readLike(text: string, { names }: Pick<JsonReading, 'names'>, limit?: number): JsonReading {
  const reading = readJson(text, limit);
  return names ? renameReading(reading, names) : reading;
}

const unchanged = (offset: number): number => offset;

/** Writes the usual names into a text that is one JSON value. Any other text is returned unchanged. */
export function renamedText(text: string, names: RowNames | undefined): RenamedText {
  if (names === undefined) return { text, sourceOf: unchanged };
  const { root } = readJson(text);
  const edits: { start: number; end: number; text: string }[] = [];
  renames(root, names, ({ start, end }, value) => edits.push({ start, end, text: JSON.stringify(value) }));
  edits.sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  /** The offsets at which each piece of the source that is kept begins: `from` in the new text, `to` in the source. */
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

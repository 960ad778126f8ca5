/**
 * The columns of a data set, with the types of their values and the first position of each type. They are needed because a column of a
 * table has only one type, and missing values are filled with null.
 */
import { getOwn } from '../../syntax/get-own.ts';

export type ColumnType = 'string' | 'number' | 'boolean' | 'null' | 'list' | 'object';

export interface TypeCount {
  count: number;
  /** The position of the first row with this type. */
  first: number;
}

export interface Column {
  readonly types: Map<ColumnType, TypeCount>;
  /** The columns for the fields of objects in this column, by name. */
  readonly members: Map<string, Column>;
  /** The column for the elements of lists in this column. */
  item: Column | undefined;
  /** The position of the first row in which an object of the parent column lacks this field; -1 if there is no such row. */
  firstAbsent: number;
  /** The number of the last object that had this field. */
  seen: number;
}

export interface Columns {
  readonly root: Column;
  /** The number of columns. `left` is the number of values that have no column, because there are too many columns. */
  size: number;
  left: number;
  objects: number;
}

const noColumn = (): Column => ({ types: new Map(), members: new Map(), item: undefined, firstAbsent: -1, seen: 0 });
export const noColumns = (): Columns => ({ root: noColumn(), size: 0, left: 0, objects: 0 });

/**
 * The maximum number of columns, and the maximum number of names in a path. Without limits, objects with arbitrary keys would create a
 * column for each key.
 */
const MAX_COLUMNS = 400;
const MAX_DEPTH = 4;
/** The maximum length of a stored key. */
const MAX_NAME = 100;
const MAX_LISTS = 8;

export function addValue(columns: Columns, value: unknown, position: number): void {
  visit(columns, columns.root, value, position, 0, 0);
}

function visit(columns: Columns, column: Column, value: unknown, position: number, depth: number, lists: number): void {
  const type = typeOf(value);
  const count = column.types.get(type);
  if (count) count.count++;
  else column.types.set(type, { count: 1, first: position });
  if (type === 'list') {
    if (lists >= MAX_LISTS) return;
    const items = value as readonly unknown[];
    if (items.length > 0) column.item ??= noColumn();
    for (const item of items) visit(columns, column.item as Column, item, position, depth, lists + 1);
  } else if (type === 'object' && depth < MAX_DEPTH)
    visitMembers(columns, column, value as object, position, depth, lists);
}

function visitMembers(
  columns: Columns,
  column: Column,
  value: object,
  position: number,
  depth: number,
  lists: number,
): void {
  const number = ++columns.objects;
  const isFirst = column.types.get('object')?.count === 1;
  let here = 0;
  // This iterates over the fields of a `JSON.parse` result without building a list of them.
  for (const key in value) {
    const name = key.length > MAX_NAME ? `${key.slice(0, MAX_NAME)}…` : key;
    let member = column.members.get(name);
    if (member === undefined) {
      if (columns.size >= MAX_COLUMNS) {
        columns.left++;
        continue;
      }
      columns.size++;
      member = noColumn();
      // The earlier objects lack this field.
      if (!isFirst) member.firstAbsent = column.types.get('object')?.first ?? -1;
      column.members.set(name, member);
    }
    member.seen = number;
    here++;
    visit(columns, member, getOwn(value as Record<string, unknown>, key), position, depth + 1, lists);
  }
  if (here === column.members.size) return;
  for (const member of column.members.values())
    if (member.seen !== number && member.firstAbsent < 0) member.firstAbsent = position;
}

function typeOf(value: unknown): ColumnType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Adds the columns of further rows. */
export function addColumns(columns: Columns, more: Columns): void {
  columns.left += more.left;
  merge(columns, columns.root, more.root);
}

function merge(columns: Columns, column: Column, more: Column): void {
  const objects = column.types.get('object');
  const objectsOfMore = more.types.get('object');
  for (const [key, member] of more.members) {
    let target = column.members.get(key);
    if (target === undefined) {
      if (columns.size >= MAX_COLUMNS) {
        columns.left += valuesOf(member);
        continue;
      }
      columns.size++;
      target = noColumn();
      target.firstAbsent = objects?.first ?? -1;
      column.members.set(key, target);
    }
    if (target.firstAbsent < 0) target.firstAbsent = member.firstAbsent;
    merge(columns, target, member);
  }
  if (objectsOfMore)
    for (const [key, member] of column.members)
      if (!more.members.has(key) && member.firstAbsent < 0) member.firstAbsent = objectsOfMore.first;
  for (const [type, { count, first }] of more.types) {
    const typeCount = column.types.get(type);
    if (typeCount) typeCount.count += count;
    else column.types.set(type, { count, first });
  }
  if (more.item) merge(columns, (column.item ??= noColumn()), more.item);
}

const valuesOf = ({ types }: Column): number => [...types.values()].reduce((sum, { count }) => sum + count, 0);

/** A column with a path such as `messages[].content`. `absent` is the number of parent objects without this field. */
export interface NamedColumn {
  readonly path: string;
  readonly types: ReadonlyMap<ColumnType, TypeCount>;
  readonly absent: TypeCount | undefined;
}

export function namedColumns({ root }: Columns): NamedColumn[] {
  const columnList: NamedColumn[] = [];
  const walk = (column: Column, path: string) => {
    const objects = column.types.get('object')?.count ?? 0;
    for (const [key, member] of column.members) {
      const inside = path === '' ? nameOf(key) : `${path}.${nameOf(key)}`;
      const absent = objects - valuesOf(member);
      columnList.push({
        path: inside,
        types: member.types,
        absent: absent > 0 ? { count: absent, first: member.firstAbsent } : undefined,
      });
      walk(member, inside);
    }
    if (column.item === undefined) return;
    const inside = `${path}[]`;
    if (column.item.types.size > 1) columnList.push({ path: inside, types: column.item.types, absent: undefined });
    walk(column.item, inside);
  };
  walk(root, '');
  return columnList;
}

/** Returns a key as it is written in a path. A key with special characters is quoted. */
const nameOf = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

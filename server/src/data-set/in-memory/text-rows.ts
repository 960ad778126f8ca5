/** Finds the rows in a text: its lines, or the elements of its list. */
import { ElementScanner } from '../../rows/element-scanner.ts';
import { isMessage } from '../../rows/is-message.ts';
import type { RowScanner } from '../../rows/row-scanner.ts';
import { readJson } from '../../syntax/json/read.ts';
import { firstNotBelow, GrowingNumbers } from '../growing.ts';
import { LineScanner } from '../scan/line-scanner.ts';

/** The number of UTF-16 units that are scanned at a time. */
const CHUNK_LENGTH = 1 << 20;
/**
 * The maximum length of the beginning of a text that is searched for its first element (UTF-16 units). The first element decides whether a
 * list contains rows.
 */
const MAX_ELEMENT_LENGTH = 1 << 22;

export class TextRows {
  private readonly starts = new GrowingNumbers();
  private readonly ends = new GrowingNumbers();
  private readonly lines = new GrowingNumbers();
  readonly isList: boolean;

  constructor(private readonly text: string) {
    this.isList = isListOfRows(text);
    if (!this.isList && isOneValue(text)) {
      this.add(0, text.length, 0);
      return;
    }
    const place = { at: 0, line: 0, isFirst: true };
    scan(text, this.isList ? new ElementScanner(place) : new LineScanner(place), (start, end, line) => {
      this.add(start, end, line);
      return true;
    });
  }

  private add(start: number, end: number, line: number): void {
    this.starts.push(start);
    this.ends.push(end);
    this.lines.push(line);
  }

  get length(): number {
    return this.starts.length;
  }

  /** Returns the text of a row; rows are counted from 1. */
  textOf(number: number): string {
    return this.text.slice(this.starts.at(number - 1), this.ends.at(number - 1));
  }

  /** The line on which a row begins, counted from 0. */
  lineOf(number: number): number {
    return this.lines.at(number - 1) ?? 0;
  }

  /** Returns the number of the first row that contains a character. */
  firstWith(character: string): number {
    const at = this.text.indexOf(character);
    return Math.max(1, firstNotBelow(this.starts.values, at + 1));
  }

  /** Returns a row as it is exported: a line with its line break, or an element without its comma. */
  writtenOf(number: number): string {
    const start = this.starts.at(number - 1) ?? 0;
    const end = this.ends.at(number - 1) ?? 0;
    const ending = this.isList ? '' : (/^\r?\n/.exec(this.text.slice(end, end + 2))?.[0] ?? '');
    return this.text.slice(start, end) + ending;
  }
}

/** Scans a text for rows, until `take` returns false. */
function scan(text: string, scanner: RowScanner, take: (start: number, end: number, line: number) => boolean): void {
  let isEnough = false;
  const onRow = (start: number, end: number, line: number) => {
    isEnough ||= !take(start, end, line);
  };
  const units = new Uint16Array(CHUNK_LENGTH);
  for (let at = 0; at < text.length && !isEnough; at += CHUNK_LENGTH) {
    const length = Math.min(CHUNK_LENGTH, text.length - at);
    for (let i = 0; i < length; i++) units[i] = text.charCodeAt(at + i);
    scanner.scan(units.subarray(0, length), at, onRow);
  }
  if (!isEnough) scanner.end(text.length, onRow);
}

/** Whether a text is a list whose first element is a row. A list of messages is itself a single row, so it does not count. */
function isListOfRows(text: string): boolean {
  if (!/^\s*\[/.test(text)) return false;
  const beginning = text.slice(0, MAX_ELEMENT_LENGTH);
  let isRow = false;
  scan(beginning, new ElementScanner({ at: 0, line: 0, isFirst: true }), (start, end) => {
    const { root } = readJson(beginning.slice(start, end));
    isRow = (root?.kind === 'object' || root?.kind === 'array') && !isMessage(root);
    return false;
  });
  return isRow && !isLines(text);
}

/**
 * Whether a text that begins with a list has one list per line, so that each line is a row. Only the first line is parsed, and other text
 * must follow it.
 */
function isLines(text: string): boolean {
  const [first = '', ...others] = /^(.*)\n\s*(\S)?/.exec(text.slice(0, MAX_ELEMENT_LENGTH).trimStart())?.slice(1) ?? [];
  return others.some((one) => one !== undefined) && isJson(first);
}

/** Whether a text is a single JSON value on several lines, which is one row. */
const isOneValue = (text: string): boolean => /^\s*[[{]\s*\n/.test(text) && isJson(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

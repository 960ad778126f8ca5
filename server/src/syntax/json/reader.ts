/**
 * Reads JSON that people write or paste. Valid text is read as by `JSON.parse`. Invalid text is read as it was certainly meant, and its
 * faults are reported. Since the reader does not use recursion, nesting may be of any depth. Offsets are UTF-16 units.
 */

import type { Span } from '../span.ts';
import type { JsonFaultCode } from './faults.ts';
import {
  type JsonMember,
  type JsonNode,
  type JsonOpen,
  type JsonReading,
  type JsonString,
  MAX_FAULTS,
} from './nodes.ts';
import { ScalarReader } from './scalars.ts';
import { stringEnds } from './string-ends.ts';
import { opensString } from './strings.ts';
import { quoted, wordEnd } from './words.ts';

interface Frame extends JsonOpen {
  expects: JsonOpen['expects'];
  /** The offset of the last comma if nothing follows it, otherwise -1. */
  comma: number;
  /** The offset of the last comma, whatever follows it; -1 if there is none. */
  divided: number;
}

/** Reads a whole text. `allowedCodes`: the codes that are not faults here, such as that of comments in a configuration. */
export function readJson(
  text: string,
  limit = MAX_FAULTS,
  allowedCodes: ReadonlySet<JsonFaultCode> = nothing,
): JsonReading {
  return new Reader(text, stringEnds(text), limit, allowedCodes, 0).read();
}

/**
 * Returns a function that reads the value at an offset of a text, up to the end of that value. It is fast if offsets do not decrease from
 * call to call.
 */
export function valuesIn(text: string): (from: number) => JsonReading {
  const ends = stringEnds(text);
  return (from) => new Reader(text, ends, MAX_FAULTS, nothing, from).read(true);
}

const nothing: ReadonlySet<JsonFaultCode> = new Set();

class Reader extends ScalarReader {
  private root: JsonNode | undefined;
  private readonly stack: Frame[] = [];
  /** The number of arrays and objects that are open. */
  private readonly open = { array: 0, object: 0 };
  /** The offset after the last token. */
  private inkEnd = 0;
  private last = -1;

  /** Reads the text. `one`: whether to stop after the first value. */
  read(one = false): JsonReading {
    const { text } = this;
    for (;;) {
      this.skipSpace();
      if (this.at >= text.length) break;
      const unit = text[this.at] as string;
      this.last = this.at;
      if (unit === ',') this.comma();
      else if (unit === ':') this.colon();
      else if (unit === ']' || unit === '}') this.close(unit);
      else if (!this.value(unit)) break;
      this.inkEnd = this.at;
      if (one && this.stack.length === 0 && this.root !== undefined) break;
    }
    if (this.stack.length > 0 || this.root === undefined) this.endsEarly();
    const { root, repairable, doubt, unclosed, last, stack: open } = this;
    const byStart = (a: Span, b: Span) => a.start - b.start;
    const faults = this.faults.sort(byStart);
    return { text, root, faults, repairs: this.repairs.sort(byStart), repairable, doubt, open, unclosed, last };
  }

  private get top(): Frame | undefined {
    return this.stack[this.stack.length - 1];
  }

  private comma(): void {
    if (this.top?.expects === 'colon') this.leaveObject(this.top);
    const { top, at } = this;
    this.at++;
    if (top === undefined) return this.commaOutside(at);
    if (top.expects !== 'comma') {
      const between = top.expects === (top.node.kind === 'array' ? 'value' : 'key');
      this.wrong({ code: 'comma-early', start: at, end: at + 1 }, between ? [at, at + 1, ''] : undefined);
    }
    top.comma = at;
    top.divided = at;
    top.expects = top.node.kind === 'array' ? 'value' : 'key';
  }

  /** Notes a comma outside all lists and objects. A comma at the end is left over from a list, so the value before it is not in doubt. */
  private commaOutside(at: number): void {
    const fault = { code: 'comma-outside', start: at, end: at + 1 } as const;
    this.skipSpace();
    const isLast = this.root !== undefined && this.doubt === undefined && this.at >= this.text.length;
    if (!isLast) return this.wrong(fault, [at, at + 1, '']);
    this.report({ ...fault, code: 'comma-after' });
    this.repair(at, at + 1, '');
  }

  private colon(): void {
    const { top, at } = this;
    this.at++;
    if (top?.expects === 'colon') top.expects = 'value';
    else if (!this.enterObject(top)) this.wrong({ code: 'colon-stray', start: at, end: at + 1 });
  }

  /** Begins an object at a key in a list if the brace before the key is missing. Returns false if there is no such key. */
  private enterObject(top: Frame | undefined): boolean {
    const key = top?.expects === 'comma' && top.node.kind === 'array' ? top.node.items.at(-1) : undefined;
    if (top?.node.kind !== 'array' || key?.kind !== 'string' || this.isDoubtful(key)) return false;
    this.wrong({ code: 'opener-missing', start: key.start, end: key.end, what: '{' }, [key.start, key.start, '{']);
    top.node.items.pop();
    this.put({ kind: 'object', start: key.start, end: this.text.length, members: [{ key, value: undefined }] });
    (this.top as Frame).expects = 'value';
    return true;
  }

  /** Whether a fault has occurred after the beginning of a node, so that its meaning is unclear. */
  private isDoubtful({ start }: Span): boolean {
    return this.doubt !== undefined && this.doubt.end > start;
  }

  private beginsLine(): boolean {
    return /(?:^|[\r\n])[ \t]*$/.test(this.text.slice(Math.max(0, this.at - MAX_LOOKAHEAD_LENGTH), this.at));
  }

  /**
   * Ends an object in a list before its last comma if a value without a key follows that comma. This means that the brace before the comma
   * is missing. The value and the text after it then belong to the list.
   */
  private leaveObject(top: Frame): void {
    const outer = this.stack[this.stack.length - 2]?.node;
    const { node, divided } = top;
    if (node.kind !== 'object' || outer?.kind !== 'array' || divided < 0) return;
    const last = node.members.at(-1)?.key;
    if (node.members.length < 2 || last === undefined || this.isDoubtful(node)) return;
    this.wrong({ code: 'closer-missing', start: divided, end: divided + 1, what: '}' }, [divided, divided, '}']);
    node.members.pop();
    this.leave(divided);
    outer.items.push(last);
    (this.top as Frame).expects = 'comma';
  }

  /** Ends the innermost object at an offset, since its closing brace is missing. */
  private leave(end: number): void {
    const { node } = this.stack.pop() as Frame;
    this.open[node.kind]--;
    node.end = end;
  }

  private close(unit: string): void {
    const { at, stack } = this;
    this.at++;
    const kind = unit === ']' ? 'array' : 'object';
    const here = { start: at, end: at + 1 };
    if (this.open[kind] === 0) return this.wrong({ code: 'closer-stray', ...here, what: unit }, [at, at + 1, '']);
    const depth = stack.findLastIndex(({ node }) => node.kind === kind);
    if (depth < stack.length - 1) {
      const closers = this.closers(depth + 1);
      const what = unit === ']' ? '}' : ']';
      this.wrong({ code: 'closer-missing', ...here, what }, [this.inkEnd, this.inkEnd, closers]);
    }
    while (stack.length > depth) {
      const { node, comma, expects } = stack.pop() as Frame;
      this.open[node.kind]--;
      node.end = stack.length === depth ? this.at : at;
      if (comma >= 0) {
        this.report({ code: 'trailing-comma', start: comma, end: comma + 1, what: unit });
        this.repair(comma, comma + 1, '');
      } else if (expects === 'colon' || (expects === 'value' && node.kind === 'object')) {
        this.wrong({ code: 'value-missing', ...here });
      }
    }
  }

  /** The brackets that close the open arrays and objects from a depth on, the innermost first. */
  private closers(depth: number): string {
    return this.stack
      .slice(depth)
      .map(({ node }) => (node.kind === 'array' ? ']' : '}'))
      .reverse()
      .join('');
  }

  /** Reads a value or a key. Returns false if the only value of the document has already ended. */
  private value(unit: string): boolean {
    const start = this.at;
    const { top } = this;
    if (top === undefined && this.root !== undefined) {
      this.wrong({ code: 'after-value', start, end: start + 1 });
      return false;
    }
    if (top?.expects === 'comma') {
      this.wrong({ code: 'comma-missing', start, end: start + 1 }, [this.inkEnd, this.inkEnd, ',']);
      top.expects = top.node.kind === 'array' ? 'value' : 'key';
    }
    if (top !== undefined) top.comma = -1;
    if (top?.expects === 'key' && unit === '{' && this.braceInObject(top)) return true;
    if (top?.expects === 'key' && unit !== '{' && unit !== '[') {
      this.key(top, unit);
      return true;
    }
    if (top?.expects === 'key') {
      this.wrong({ code: 'key-missing', start, end: start + 1 });
      this.member(top, { kind: 'string', start, end: start, value: '', exact: true });
    } else if (top?.expects === 'colon') {
      this.wrong({ code: 'colon-missing', start, end: start + 1 }, [this.inkEnd, this.inkEnd, ':']);
    }
    this.put(this.node(unit));
    return true;
  }

  /** Handles a brace in place of a key: either this brace is repeated, or the one that closes the previous object is missing. */
  private braceInObject({ node, divided }: Frame): boolean {
    const here = { start: this.at, end: this.at + 1 };
    if (node.kind !== 'object') return false;
    if (node.members.length === 0 && this.at === node.start + 1) {
      this.wrong({ code: 'key-missing', ...here }, [here.start, here.end, '']);
      this.at++;
      return true;
    }
    if (this.stack[this.stack.length - 2]?.node.kind !== 'array') return false;
    if (this.isDoubtful(node)) {
      // If the missing quote or brace is on an earlier line, it has been reported there.
      if (!this.beginsLine()) return false;
      this.repairable = false;
      this.leave(this.inkEnd);
    } else {
      if (divided < 0) return false;
      this.wrong({ code: 'closer-missing', ...here, what: '}' }, [divided, divided, '}']);
      this.leave(divided);
    }
    (this.top as Frame).expects = 'value';
    return true;
  }

  private key(top: Frame, unit: string): void {
    const start = this.at;
    if (opensString(unit)) {
      const key = this.string();
      this.member(top, key);
    } else {
      this.at = wordEnd(this.text, start);
      const word = this.text.slice(start, this.at);
      const mend = quoted(word);
      this.wrong(
        { code: 'key-unquoted', start, end: this.at },
        mend === undefined ? undefined : [start, this.at, mend],
      );
      this.member(top, { kind: 'string', start, end: this.at, value: word, exact: true });
    }
    top.expects = 'colon';
  }

  private member({ node }: Frame, key: JsonString): void {
    if (node.kind === 'object') node.members.push({ key, value: undefined });
  }

  private node(unit: string): JsonNode {
    const start = this.at;
    if (unit === '{' || unit === '[') {
      this.at++;
      const end = this.text.length;
      return unit === '{' ? { kind: 'object', start, end, members: [] } : { kind: 'array', start, end, items: [] };
    }
    return opensString(unit) ? this.string() : this.literal();
  }

  private put(node: JsonNode): void {
    const { top } = this;
    if (top === undefined) this.root = node;
    else {
      if (top.node.kind === 'array') top.node.items.push(node);
      else (top.node.members[top.node.members.length - 1] as JsonMember).value = node;
      top.expects = 'comma';
    }
    if (node.kind !== 'array' && node.kind !== 'object') return;
    this.stack.push({ node, expects: node.kind === 'array' ? 'value' : 'key', comma: -1, divided: -1 });
    this.open[node.kind]++;
  }

  private endsEarly(): void {
    const { text, stack, top } = this;
    const last = Math.max(0, text.trimEnd().length - 1);
    const half = stack.some(
      ({ node, expects }) => node.kind === 'object' && (expects === 'colon' || expects === 'value'),
    );
    const { inkEnd } = this;
    if (top !== undefined && top.comma >= 0) this.repair(top.comma, top.comma + 1, '');
    // If the text breaks off in a string, that is reported separately.
    const isString = text[this.unclosed] === '"' && !/[\r\n]/.test(text.slice(this.unclosed).trimEnd());
    if (!isString) this.quietUntil = -1;
    const here = { start: last, end: Math.min(text.length, last + 1) };
    this.wrong(
      top === undefined
        ? { code: 'empty', ...here }
        : { code: 'ends-early', ...here, what: top.node.kind === 'object' ? '}' : ']' },
      top === undefined || half ? undefined : [inkEnd, inkEnd, this.closers(0)],
    );
    for (const { node } of stack) node.end = Math.min(text.length, last + 1);
  }
}

/** The maximum distance to the beginning of the line that is examined before a brace (UTF-16 units). */
const MAX_LOOKAHEAD_LENGTH = 200;

/** Reads the string literals of a template, with Python's escapes. */
import { TemplateError } from './errors.ts';

const simple = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
  ["'", "'"],
  ['"', '"'],
  ['\\', '\\'],
  ['\n', ''],
]);
const escape = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs;

/** Returns the text of a literal that includes its quotes. An escape that Python does not have stays unchanged. */
export function unescapeString(literal: string, at: number): string {
  const inner = literal.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  return inner.replace(escape, (escapeSequence, octal?: string, x?: string, u?: string, U?: string, one?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const hex = x ?? u ?? U;
    if (hex !== undefined) {
      const code = Number.parseInt(hex, 16);
      if (code > 0x10ffff) throw new TemplateError('syntax', `illegal Unicode character ${escapeSequence}`, at);
      return String.fromCodePoint(code);
    }
    if (one === 'x' || one === 'u' || one === 'U' || one === 'N')
      throw new TemplateError('syntax', `truncated or unknown escape ${escapeSequence}`, at);
    return simple.get(one as string) ?? escapeSequence;
  });
}

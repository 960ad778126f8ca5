/** Detects whether the cursor is in code while a body is being written, when fences and backticks may still be open. */
import type { Request } from './completion-items.ts';

const fenceLine = /^[ \t]{0,3}(`{3,}|~{3,})[^`\r\n]*$/gm;

/**
 * Whether a request was triggered by a character typed in code, where no list should open. In some languages `<|` is an operator, and Enter
 * after `x <|` must insert a line break, not a token.
 */
export function asksInCode({ block, at, typed }: Request): boolean {
  if (!typed) return false;
  const before = block.text.slice(block.bodyStart, at);
  let open = '';
  for (const [line, mark = ''] of before.matchAll(fenceLine)) {
    if (open === '') open = mark;
    else if (mark.startsWith(open) && line.trim() === mark) open = '';
  }
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  return open !== '' || (line.match(/`+/g)?.length ?? 0) % 2 === 1;
}

/** Detects code in an unfinished body, where spans may still be open. */
import type { Request } from './completion-items.ts';

const fenceLine = /^[ \t]{0,3}(`{3,}|~{3,})[^`\r\n]*$/gm;

/** Whether a typed character requests tokens in code: after `x <|`, an operator in some languages, Enter must insert a line break. */
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

/** Tags of calls in another spelling, `<toolcall>`: parsers take them for text, and so does the reader of tags. */
import { modelRole } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import { isQuoted } from '../syntax/body.ts';
import type { Span } from '../syntax/span.ts';
import { codeSpans } from './code-spans.ts';

export interface OddTag extends Span {
  readonly meant: '<tool_call>' | '</tool_call>';
}

/** Before a call, or after one: elsewhere, such a name is that of a component, or spoken of. */
const opening = /<tool[-_ ]?call>(?=\s*(?:[{[]|<function=))/gi;
const closing = /(?<=[}\]>]\s*)<\/tool[-_ ]?call>/gi;
const shapes = [
  [opening, '<tool_call>'],
  [closing, '</tool_call>'],
] as const;
const none: readonly OddTag[] = [];

/** Such tags of an assistant's message, outside code, in order. */
export function oddTags({ text, bodyStart, bodyEnd }: Block, role: string | undefined): readonly OddTag[] {
  if (role !== modelRole) return none;
  const body = text.slice(bodyStart, bodyEnd);
  const found = shapes
    .flatMap(([shape, meant]) =>
      [...body.matchAll(shape)].flatMap(({ 0: written, index }): OddTag[] => {
        const start = bodyStart + index;
        const end = start + written.length;
        return written === meant || isQuoted(text, start, end) ? [] : [{ start, end, meant }];
      }),
    )
    .sort((a, b) => a.start - b.start);
  if (found.length === 0) return none;
  const inCode = codeSpans(text, bodyStart, bodyEnd);
  return found.filter(({ start }) => !inCode(start));
}

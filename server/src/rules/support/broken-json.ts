import type { Message } from '../../model/message.ts';
import { faultText, type JsonFault } from '../../syntax/json/faults.ts';

/**
 * Why a body does not parse as JSON, and what to do, as the end of a sentence. A string that is cut off by the terminator, with
 * text after that, held the terminator as text: JSON can write it so that it ends nothing.
 */
export function brokenJson({ block, content }: Message, error: JsonFault): string {
  const { terminator, end, text } = block;
  const isCut = error.code === 'string-unclosed' && !/[\r\n]/.test(content.text.slice(error.start));
  if (terminator === undefined || !isCut || text.slice(end).trim() === '') return faultText(error);
  const token = `<|${terminator}|>`;
  return `\`${token}\` ends the body in the middle of this string. If it is text, write \`\\u003c${token.slice(1)}\``;
}

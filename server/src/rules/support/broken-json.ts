import { isCutInString } from '../../model/body-json.ts';
import type { Message } from '../../model/message.ts';
import type { Block } from '../../syntax/block.ts';
import { faultText, type JsonFault } from '../../syntax/json/faults.ts';

/**
 * The end of a sentence that explains why a body does not parse as JSON, and the remedy. A terminator in the middle of a string, with text
 * after it, was meant as text, and can be escaped in JSON.
 */
export function brokenJson(message: Message, error: JsonFault): string {
  return isCutInString(message, error) ? endsInString(message.block, 'this string') : faultText(error);
}

/** The end of a sentence: says that the terminator of a block cuts a string off, and how to write the terminator as text. */
export function endsInString({ terminator }: Block, string: string): string {
  return `\`<|${terminator}|>\` ends the body in the middle of ${string}. If it is text, write \`\\u003c|${terminator}|>\``;
}

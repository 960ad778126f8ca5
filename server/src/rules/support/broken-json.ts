import { isCutInString } from '../../model/body-json.ts';
import type { Message } from '../../model/message.ts';
import type { Block } from '../../syntax/block.ts';
import { faultText, type JsonFault } from '../../syntax/json/faults.ts';

/**
 * The reason why a body does not parse as JSON, and the remedy, as the end of a sentence. If the terminator cuts off a string and text
 * follows, the terminator was meant as text, which JSON can escape.
 */
export function brokenJson(message: Message, error: JsonFault): string {
  return isCutInString(message, error) ? endsInString(message.block, 'this string') : faultText(error);
}

/** Reports that the terminator of a block ends its body in the middle of a string, and how to write it as text. */
export function endsInString({ terminator }: Block, string: string): string {
  return `\`<|${terminator}|>\` ends the body in the middle of ${string}. If it is text, write \`\\u003c|${terminator}|>\``;
}

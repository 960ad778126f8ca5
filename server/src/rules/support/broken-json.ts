import { isCutInString } from '../../model/body-json.ts';
import type { Message } from '../../model/message.ts';
import { faultText, type JsonFault } from '../../syntax/json/faults.ts';

/**
 * Why a body does not parse as JSON, and what to do, as the end of a sentence. A string that is cut off by the terminator, with
 * text after that, held the terminator as text: JSON can write it so that it ends nothing.
 */
export function brokenJson(message: Message, error: JsonFault): string {
  if (!isCutInString(message, error)) return faultText(error);
  const token = `<|${message.block.terminator}|>`;
  return `\`${token}\` ends the body in the middle of this string. If it is text, write \`\\u003c${token.slice(1)}\``;
}

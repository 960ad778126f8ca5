/**
 * Detects streams of server-sent events while the text is still arriving. This is a separate file because the server does not need it at
 * startup.
 */
import { bodyStart, field, fields, linesIn, telling } from './event-stream.ts';

/**
 * Patterns for a `data:` line that may be incomplete. `toldSoFar`: the line already shows that the text is a stream of a chat API.
 * `canTell`: more text on the line may still show it.
 */
const toldSoFar = /^data: ?[ \t]*\{[ \t]*["}]/;
const canTell = /^data:[ \t]*(?:(?:\{[ \t]*)?|\[(?:D(?:O(?:N(?:E\]?)?)?)?)?)$/;

/** Whether a text that is still arriving is a stream; undefined as long as its first data is missing or undecided. */
export function isStreamSoFar(text: string): boolean | undefined {
  const head = text.slice(bodyStart(text));
  const begun = head.replace(/^\uFEFF?\s*/, '');
  if ('HTTP/'.startsWith(begun) || (begun.startsWith('HTTP/') && !/\n\r?\n/.test(begun))) return undefined;
  for (const line of linesIn(head)) {
    if (line.text.trim() === '') continue;
    const isOpen = line.end === head.length;
    if (isOpen && fields.some((one) => one.startsWith(line.text))) return undefined;
    if (!field.test(line.text)) return false;
    if (!line.text.startsWith('data:')) continue;
    if (!isOpen) return telling.test(line.text);
    return toldSoFar.test(line.text) || (canTell.test(line.text) ? undefined : false);
  }
  return undefined;
}

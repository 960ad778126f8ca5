/** Whether what arrives is a stream of server-sent events. In a file of its own, since the server at its start does not need it. */
import { bodyStart, field, fields, linesIn, telling } from './event-stream.ts';

/** Data of a chat API, in a line of which more may come: it has told it, or still can. */
const toldSoFar = /^data: ?[ \t]*\{[ \t]*["}]/;
const canTell = /^data:[ \t]*(?:(?:\{[ \t]*)?|\[(?:D(?:O(?:N(?:E\]?)?)?)?)?)$/;

/** Whether a text that is still arriving is a stream, as soon as its first data tells it; undefined as long as nothing does. */
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

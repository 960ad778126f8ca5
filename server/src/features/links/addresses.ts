/**
 * Finds web addresses in text. Since a document may come from a stranger, a link leads only to the web, its target is exactly the visible
 * text, and that text contains nothing that could disguise the target.
 */
import type { Span } from '../../syntax/span.ts';

export interface Address extends Span {
  readonly target: string;
}

/** The maximum length of a link (UTF-16 units). Users do not follow longer ones, and the server would have to send each in full. */
const MAX_ADDRESS_LENGTH = 2000;

/**
 * Matches an address up to a space, quote, bracket or bar, any of which ends an address in prose, in JSON and before a token. Invisible
 * characters end it too.
 */
const address = /https?:\/\/[^\s<>"'`|\\^{}\p{Cc}\p{Cf}\p{Co}\p{Cs}]{1,2000}/iuy;
/** Characters at the end of an address that belong to the sentence or to Markdown. */
const trailing = /[.,;:!?*_~…]$/u;
const closers = new Map([
  [')', '('],
  [']', '['],
]);

/** The maximum number of links, since a client requests all links of a document after every pause in typing. */
export const MAX_LINKS = 2000;

/** The addresses in a text, in order, up to `MAX_LINKS`. Offsets are relative to the text. */
export function addressesIn(text: string): Address[] {
  const addresses: Address[] = [];
  for (let at = text.indexOf('://'); at >= 0 && addresses.length < MAX_LINKS; at = text.indexOf('://', at + 3)) {
    const start = text.startsWith('s', at - 1) || text.startsWith('S', at - 1) ? at - 5 : at - 4;
    if (start < (addresses.at(-1)?.end ?? 0)) continue;
    // Skips `xhttp://`, and addresses inside other addresses.
    if (start > 0 && /[\p{L}\p{N}+.-]/u.test(text[start - 1] as string)) continue;
    address.lastIndex = start;
    const [addressText = ''] = address.exec(text) ?? [];
    const target = trimmed(addressText);
    if (target === '' || target.length >= MAX_ADDRESS_LENGTH || !isAddress(target)) continue;
    addresses.push({ start, end: start + target.length, target });
  }
  return addresses;
}

/** Removes the punctuation marks that end a sentence after an address, and a closing bracket whose opening bracket precedes the address. */
function trimmed(addressText: string): string {
  const counts = new Map<string, number>();
  for (const character of addressText.match(/[()[\]]/g) ?? []) counts.set(character, (counts.get(character) ?? 0) + 1);
  const countOf = (character: string) => counts.get(character) ?? 0;
  let end = addressText.length;
  for (; end > 0; end--) {
    const last = addressText[end - 1] as string;
    const opener = closers.get(last);
    if (opener === undefined ? !trailing.test(last) : countOf(last) <= countOf(opener)) break;
    if (opener !== undefined) counts.set(last, countOf(last) - 1);
  }
  return addressText.slice(0, end);
}

function isAddress(target: string): boolean {
  try {
    const { protocol, hostname } = new URL(target);
    return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
  } catch {
    return false;
  }
}

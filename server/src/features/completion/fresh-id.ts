/** Suggests an unused call id, by incrementing the last one in the document. */
import type { Block } from '../../syntax/block.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { callIds } from '../support/names.ts';

/** Returns an id that no message has. `except`: the message for which the id is needed. It is ignored, since its id may be unfinished. */
export function freshId(transcript: Transcript, except?: Block): string {
  const ids = callIds(transcript, except);
  const last = [...ids].findLast((id) => /\d$/.test(id)) ?? 'c0';
  const [, stem = '', digits = '0'] = /^(.*?)(\d{1,9})$/.exec(last) ?? [];
  let number = Number(digits) + 1;
  const id = () => stem + String(number).padStart(digits.length, '0');
  while (ids.has(id())) number++;
  return id();
}

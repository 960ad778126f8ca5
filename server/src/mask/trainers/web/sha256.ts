/** The counterpart of `sha256.ts` in a browser. */
import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the hash of a text in hexadecimal digits. */
export const sha256 = (text: string): string => bytesToHex(hashOf(utf8ToBytes(text)));

/** The SHA-256 of a text, in the browser. */
import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the hash in hexadecimal digits. */
export const sha256 = (text: string): string => bytesToHex(hashOf(utf8ToBytes(text)));

/** Computes SHA-256 hashes. */
import { createHash } from 'node:crypto';

/** Returns the hash of a text in hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Recorded answers of the reference parser: each line is a JSON object with a text and the results for it in both modes. */
import { readFileSync } from 'node:fs';

export interface RecordedMessage {
  readonly role: string;
  readonly name?: string;
  readonly recipient: string | null;
  readonly channel: string | null;
  readonly content_type: string | null;
  readonly text: string;
}

/**
 * A recorded result. If there is an error, `from` and `offset` (UTF-16 offsets in the text) are set, and `messages` has the messages before
 * the error.
 */
export interface RecordedAnswer {
  readonly messages: readonly RecordedMessage[];
  readonly error?: string;
  readonly from?: number;
  readonly offset?: number;
}

export interface Recorded {
  readonly text: string;
  /** The role whose message the text continues, or null if it is a conversation. */
  readonly start: 'assistant' | null;
  readonly strict: RecordedAnswer;
  readonly lenient: RecordedAnswer;
}

/** Reads a file of recorded answers. Throws an error that names the line if a line is anything else. */
export function readRecords(file: string): Recorded[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const found = parsed(line);
      if (!isRecorded(found))
        throw new Error(`${file}:${index + 1}: not a text with \`start\`, \`strict\` and \`lenient\``);
      return [found];
    });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isRecorded(found: unknown): found is Recorded {
  if (typeof found !== 'object' || found === null) return false;
  const { text, start, strict, lenient } = found as Record<string, unknown>;
  return typeof text === 'string' && (start === null || start === 'assistant') && [strict, lenient].every(isAnswer);
}

function isAnswer(found: unknown): found is RecordedAnswer {
  return typeof found === 'object' && found !== null && Array.isArray((found as RecordedAnswer).messages);
}

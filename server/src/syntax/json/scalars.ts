/** Reads the elements of JSON that contain no others: white space and comments, strings, numbers, and words. Notes the faults of each. */
import type { JsonFaultCode } from './faults.ts';
import type { JsonNode, JsonString } from './nodes.ts';
import { NotedFaults } from './noted.ts';
import type { StringEnds } from './string-ends.ts';
import { readString } from './strings.ts';
import { numberAt, readWord, wordEnd } from './words.ts';

export class ScalarReader extends NotedFaults {
  /** The start of the last unclosed string. */
  protected unclosed = -1;

  constructor(
    text: string,
    private readonly ends: StringEnds,
    limit: number,
    allowedCodes: ReadonlySet<JsonFaultCode>,
    protected at: number,
  ) {
    super(text, limit, allowedCodes);
  }

  protected skipSpace(): void {
    const { text } = this;
    for (;;) {
      let unit = text.charCodeAt(this.at);
      while (unit === 32 || unit === 10 || unit === 13 || unit === 9) unit = text.charCodeAt(++this.at);
      if (unit !== SLASH) return;
      const comment = text.startsWith('//', this.at) ? '\n' : text.startsWith('/*', this.at) ? '*/' : undefined;
      if (comment === undefined) return;
      const index = text.indexOf(comment, this.at + 2);
      const end = index < 0 ? text.length : index + (comment === '\n' ? 0 : 2);
      const code = index < 0 && comment === '*/' ? 'comment-unclosed' : 'comment';
      this.wrong({ code, start: this.at, end: this.at + 2 }, [this.at, end, '']);
      this.at = end;
    }
  }

  protected string(): JsonString {
    const node = readString(
      this.text,
      this.at,
      this.ends,
      (fault) => {
        if (fault.code === 'string-unclosed') this.unclosed = fault.start;
        // Typographic quotes and line breaks in strings are always reported, and do not keep other faults from being reported.
        if (fault.code === 'smart-quote' || fault.code === 'raw-newline') this.report(fault);
        else this.say(fault);
      },
      (edit) => this.repairs.push(edit),
    );
    this.at = node.end;
    return node;
  }

  protected literal(): JsonNode {
    const { text, at: start } = this;
    const digits = numberAt(text, start);
    if (digits !== undefined) {
      this.at += digits.length;
      return { kind: 'number', start, end: this.at, value: Number(digits) };
    }
    const end = wordEnd(text, start);
    this.at = end;
    const word = text.slice(start, end);
    const { value, fault, mend } = readWord(word);
    if (fault !== undefined)
      this.wrong(
        { code: fault, start, end, what: word.slice(0, 30) },
        mend === undefined ? undefined : [start, end, mend],
      );
    return value.kind === 'string' ? { start, end, ...value, exact: true } : { start, end, ...value };
  }
}

const SLASH = 47;

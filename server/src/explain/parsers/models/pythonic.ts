/**
 * `pythonic`, which reads a list of calls as Python writes them. It follows vllm/tool_parsers/pythonic_tool_parser.py of
 * vllm-project/vllm (commit 0047fb9d), and SGLang's pythonic_detector.py (08134380).
 */
import { getOwn } from '../../../syntax/get-own.ts';
import type { Parsed, Parser } from '../parser.ts';
import { logged, ModelOutput } from './output.ts';

const begins = /\[\s*[A-Za-z][\w.]*\s*\(/;
const calling = /\s*([A-Za-z][\w.]*)\s*\(/y;
const keyword = /\s*([A-Za-z_]\w*)\s*=(?!=)\s*/y;
const number = /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
/** A name, a number with a sign, which Python parses as an operation, or an opening parenthesis. */
const word = /[A-Za-z_][\w.]*|[-+][\d.]+|\(/y;
const jsonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

const syntaxError = `${logged}\nSyntaxError: invalid syntax`;

export const pythonic: Parser = {
  name: 'pythonic',
  title: "vLLM's tool parser pythonic: a list of calls in Python, and nothing else",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const from = start + (/^\s*(?:<\|python_start\|>)?/.exec(text.slice(start))?.[0].length ?? 0);
    const match = begins.exec(text.slice(from));
    if (match === null) {
      output.answer(start, text.length);
      return output.accept();
    }
    if (match.index > 0) {
      output.answer(start, text.length);
      // A list in the middle of a text may be an example.
      return /\)\s*\]\s*(?:<\|python_end\|>)?$/.test(text.slice(-300))
        ? output.stop(from + match.index, 'model-text-before')
        : output.accept();
    }
    return new Reader(output, from).read();
  },
};

/** The maximum length of a list of calls (UTF-16 units); a longer text is a document. */
const MAX_CALLS_LENGTH = 100_000;
const beginsAll = /^\s*(?:<\|python_start\|>)?\s*\[\s*[A-Za-z][\w.]*\s*\(\s*(?:\)|[A-Za-z_]\w*\s*=(?!=))/;
/** Faults that only occur in text that certainly is a list of calls. */
const certain = new Set(['model-call-open', 'model-not-literal', 'model-name-dotted']);

/**
 * Whether a text consists only of a list of calls in Python, with named arguments. The whole text is examined, since no token marks
 * such a list.
 */
export function isPythonCalls(text: string): boolean {
  if (text.length > MAX_CALLS_LENGTH || !beginsAll.test(text)) return false;
  const { accepted, stop } = pythonic.read(text);
  return accepted || certain.has(stop?.kind ?? '');
}

/**
 * Reads a list of calls. Values can be nested as deeply as the text is long, so the open brackets are kept in an array, without recursion.
 */
class Reader {
  private at: number;
  private readonly text: string;

  constructor(
    private readonly output: ModelOutput,
    start: number,
  ) {
    this.at = start + 1;
    this.text = output.text;
  }

  read(): Parsed {
    const { output, text } = this;
    for (;;) {
      const call = this.match(calling);
      if (call === undefined) return this.fail();
      const start = this.at;
      if ((call[1] as string).includes('.'))
        return output.stop(start - call[0].trimStart().length, 'model-name-dotted');
      const stopped = this.arguments();
      if (stopped) return stopped;
      output.call(call[1] as string, { start, end: this.at - 1 });
      this.space();
      if (text[this.at] === ',') this.at++;
      else if (text[this.at] === ']') break;
      else return this.fail(/^\s*$/.test(text.slice(this.at)) ? ']' : undefined);
      this.space();
      if (text[this.at] === ']') break;
    }
    this.at++;
    const rest = text.slice(this.at).replace('<|python_end|>', '');
    if (rest.trim() !== '') {
      this.space();
      return output.stop(this.at, 'model-text-after', { text: syntaxError });
    }
    return output.accept();
  }

  /** Reads the arguments of a call, after its opening bracket and up to its closing bracket. */
  private arguments(): Parsed | undefined {
    const { text } = this;
    for (;;) {
      this.space();
      if (text[this.at] === ')') {
        this.at++;
        return undefined;
      }
      const before = this.at;
      const name = this.match(keyword);
      const stopped = this.value();
      if (stopped) return stopped;
      if (name === undefined) return this.output.stop(before, 'model-argument-unnamed');
      this.space();
      if (text[this.at] === ',') this.at++;
      else if (text[this.at] !== ')') {
        const rest = text.slice(this.at).trim();
        return this.fail(rest === ']' ? ')' : rest === '' ? ')]' : undefined);
      }
    }
  }

  /** Reads a literal: a string, a number, `True`, or a list or dict of these. */
  private value(): Parsed | undefined {
    const { text } = this;
    const closers: string[] = [];
    for (;;) {
      this.space();
      const sign = text[this.at];
      if (sign === undefined) return this.fail();
      if (sign === '[' || sign === '{') {
        closers.push(sign === '[' ? ']' : '}');
        this.at++;
        continue;
      }
      if (sign === closers.at(-1)) {
        closers.pop();
        this.at++;
      } else if (sign === '"' || sign === "'") {
        if (!this.string(sign)) return this.fail();
      } else if (this.match(number) === undefined) {
        const start = this.at;
        const name = this.match(word)?.[0];
        if (name === undefined) return this.fail();
        if (!['True', 'False', 'None'].includes(name)) return this.notLiteral(start, name);
      }
      this.space();
      if (closers.length === 0) return undefined;
      if (text[this.at] === ',' || (text[this.at] === ':' && closers.at(-1) === '}')) this.at++;
    }
  }

  private notLiteral(start: number, name: string): Parsed {
    const python = getOwn(jsonWords, name);
    const text = `${logged}\n_UnexpectedAstError: Tool call arguments must be literals`;
    const end = start + name.length;
    return this.output.stop(start, 'model-not-literal', {
      text,
      end,
      ...(python !== undefined && {
        mend: { title: `Replace \`${name}\` with \`${python}\``, start, end, text: python },
      }),
    });
  }

  private string(quote: string): boolean {
    const { text } = this;
    for (let at = this.at + 1; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text[at] === '\n') return false;
      else if (text[at] === quote) {
        this.at = at + 1;
        return true;
      }
    }
    return false;
  }

  /** Returns the result for a list that is not valid. `closingBrackets`: the brackets that would complete the list. */
  private fail(closingBrackets?: string): Parsed {
    const at = Math.min(this.at, this.text.length);
    const mend = closingBrackets && {
      title: `Insert \`${closingBrackets}\``,
      start: at,
      end: at,
      text: closingBrackets,
    };
    return this.output.stop(at, at >= this.text.trimEnd().length ? 'model-call-open' : 'model-python', {
      text: syntaxError,
      ...(mend && { mend }),
    });
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? 'x')) this.at++;
  }

  private match(shape: RegExp): RegExpExecArray | undefined {
    shape.lastIndex = this.at;
    const match = shape.exec(this.text);
    if (match === null) return undefined;
    this.at = shape.lastIndex;
    return match;
  }
}

/** The code that vLLM's and SGLang's parsers for the text of models share: the model's turn, its thought, and stops. */
import { recogniseModel } from '../../../model/recognise-model.ts';
import { isObject } from '../../../syntax/is-object.ts';
import type { Span } from '../../../syntax/span.ts';
import { pythonSays } from '../../json/wording.ts';
import { type Parsed, type ParsedStretch, type Stop, tokenAt } from '../parser.ts';

/** The tokens that end the model's turn, which are not part of its text. */
const ends =
  /(?:\s|<\/s>|<｜end▁of▁sentence｜>|<\|(?:im_end|end_of_text|eot_id|eom_id|end|user|observation)\|>|<end_of_turn>)+$/;

/** The length of the end of a text that is searched for tokens that end the turn (UTF-16 units). */
const MAX_END_LENGTH = 2_000;

/** The line that vLLM logs before Python's error. */
export const logged = 'Error in extracting tool call from response.';

/**
 * The model's last turn in a log that includes the prompt; for any other text, the whole text. `isLater`: whether the model has earlier
 * turns in the log.
 */
function lastTurn(whole: string): Span & { readonly isLater: boolean } {
  const turn = recogniseModel(whole)?.frame.turn;
  const begins = turn ? [...whole.matchAll(turn.begin)] : [];
  const begin = begins.at(-1);
  if (begin === undefined) return { start: 0, end: whole.length, isLater: false };
  const start = begin.index + begin[0].length;
  const end = whole.slice(start).search(turn?.end as RegExp);
  return { start, end: end < 0 ? whole.length : start + end, isLater: begins.length > 1 };
}

const onlyLast =
  'Only the last turn of the model is explained. `ocml check` reports problems in all turns, such as an earlier call that was lost.';

/** An output without its final token, and the stretches that were read from it so far. */
export class ModelOutput {
  readonly made: ParsedStretch[] = [];
  readonly notes: string[] = [];
  private readonly remarks: readonly string[];
  readonly text: string;
  /** The offset at which the answer begins, after the thought. */
  readonly start: number;

  constructor(whole: string) {
    const turn = lastTurn(whole);
    this.remarks = turn.isLater ? [onlyLast] : [];
    const tail = Math.max(turn.start, turn.end - MAX_END_LENGTH);
    const cut = ends.exec(whole.slice(tail, turn.end));
    this.text = whole.slice(0, cut ? tail + cut.index : turn.end);
    this.start = this.thought(turn.start);
  }

  /** Splits off the thought, as the servers' reasoning parsers do. */
  private thought(from: number): number {
    const { text } = this;
    for (const [open, close] of thoughtTags) {
      const end = text.indexOf(close, from);
      if (end >= 0) {
        const begin = text.startsWith(open, from) ? from + open.length : from;
        const thought = text.slice(begin, end);
        if (thought.trim() !== '')
          this.made.push({ as: 'reasoning', who: 'reasoning', text: thought, start: from, end });
        return end + close.length;
      }
      if (text.slice(from).trimStart().startsWith(open))
        this.notes.push(
          `\`${close}\` is missing: a reasoning parser takes everything after \`${open}\` as the thought, including calls.`,
        );
    }
    return from;
  }

  answer(from: number, to: number): void {
    const { text } = this;
    const answerText = text.slice(from, to);
    if (answerText.trim() !== '')
      this.made.push({ as: 'answer', who: 'answer', text: answerText, start: from, end: to });
  }

  call(who: string, { start, end }: Span): void {
    this.made.push({ as: 'call', who, text: this.text.slice(start, end).trim(), start, end });
  }

  /** Returns the result for an output that was read completely. */
  accept(): Parsed {
    return { accepted: true, made: this.made, notes: this.notes, remarks: this.remarks };
  }

  /** Returns the result for a parser that gives up at an offset. `from`: the start of the part that it gives up on. */
  stop(at: number, kind: string, more: Partial<Stop> = {}): Parsed {
    const stop: Stop = { ...tokenAt(this.text, at), text: undefined, kind, from: at, ...more };
    return { accepted: false, stop, made: this.made, notes: this.notes, remarks: this.remarks };
  }

  /** Reads the JSON of a call like Python. Returns its value, or the stop. */
  json(span: Span, errorText: (error: string) => string): { readonly value: unknown } | Parsed {
    const json = this.text.slice(span.start, span.end);
    const pythonError = pythonSays(json);
    if (pythonError !== undefined) {
      const text = errorText(pythonError.text);
      return this.stop(Math.min(span.start + pythonError.at, span.end), 'model-call-json', {
        text,
        from: span.start,
        json: span,
      });
    }
    try {
      return { value: JSON.parse(json) as unknown };
    } catch {
      // The JSON has numbers that are valid only in Python.
      return { value: undefined };
    }
  }
}

/** The tags of thoughts, in the order in which they are searched for. */
const thoughtTags = [
  ['<think>', '</think>'],
  ['[THINK]', '[/THINK]'],
] as const;

export const isParsed = (one: { readonly value: unknown } | Parsed): one is Parsed => 'accepted' in one;

/** Returns the fault of a JSON call in Python's words. `keys`: the keys that the arguments may have. */
export function misshapen(value: unknown, keys: readonly string[]): string | undefined {
  if (!isObject(value)) return 'TypeError: the call is not an object with `name`';
  if (!Object.hasOwn(value, 'name')) return "KeyError: 'name'";
  return keys.some((key) => Object.hasOwn(value, key)) ? undefined : `KeyError: '${keys.at(-1)}'`;
}

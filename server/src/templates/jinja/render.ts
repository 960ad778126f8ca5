/** Renders a parsed template with variables. */
import { TemplateError } from './errors.ts';
import { type Parsed, parse } from './parser/index.ts';
import { Budget, type Limits, usualLimits } from './runtime/budget.ts';
import { execute, joined } from './runtime/execute.ts';
import { filters } from './runtime/filters/index.ts';
import { globals } from './runtime/globals.ts';
import { Scope } from './runtime/scope.ts';
import { tests } from './runtime/tests.ts';
import { lengthOf, type Text, tracing } from './runtime/text.ts';
import type { Filters, Run, Value } from './runtime/values.ts';

interface RenderOptions {
  readonly limits?: Limits;
  /** The time that `strftime_now` writes. */
  readonly clock?: Date;
  /** Whether the strings of the variables are `Traced`. */
  readonly traces?: boolean;
}

interface Rendered {
  readonly text: Text;
  /** The time that was used as the current time, if the output depends on it. */
  readonly clock: Date | undefined;
  /** Whether tracing reached its limit, so that text without an origin may still come from a message. */
  readonly untraced: boolean;
  /**
   * The spans of the `{% generation %}` blocks, in the order in which the blocks end. The positions are those that `transformers` assumes.
   */
  readonly generations: readonly CountedSpan[];
}

/** A span of a prompt, counted in code points, as in Python. */
interface CountedSpan {
  readonly start: number;
  readonly end: number;
}

class Running extends Budget implements Run {
  at = 0;
  usesClock = false;
  readonly filters: Filters = filters;
  readonly tests: Filters = tests;
  readonly output: Text[] = [];
  readonly generations: CountedSpan[] = [];
  /** The number of pieces of output that were counted so far, and their total length. */
  private countedPieces = 0;
  private countedLength = 0;

  constructor(
    limits: Limits,
    readonly clock: Date,
    readonly traces: boolean,
  ) {
    super(limits);
  }

  generation(length: number): void {
    for (; this.countedPieces < this.output.length; this.countedPieces++)
      this.countedLength += lengthOf(this.output[this.countedPieces] as Text);
    this.generations.push({ start: this.countedLength, end: this.countedLength + length });
  }
}

export class Jinja {
  private constructor(readonly parsed: Parsed) {}

  /** Reads a template, or throws a `TemplateError`. */
  static read(source: string): Jinja {
    return new Jinja(parse(source));
  }

  /** Renders the template with variables, or throws a `TemplateError` with the offset of the fault. */
  render(variables: ReadonlyMap<string, Value>, options: RenderOptions = {}): Rendered {
    const { limits = usualLimits, clock = new Date(), traces = false } = options;
    const run = new Running(limits, clock, traces);
    const scope = new Scope(new Scope(new Scope(undefined, globals), variables));
    try {
      const { result: text, lost: untraced } = tracing(() => {
        execute(this.parsed.body, scope, run, run.output);
        return joined(run.output, run);
      });
      return { text, clock: run.usesClock ? clock : undefined, untraced, generations: run.generations };
    } catch (error) {
      throw placed(error, run.at, this.parsed.text);
    }
  }
}

function placed(error: unknown, at: number, text: string): unknown {
  const deep = 'This template calls itself too deeply or builds too long a string, so it was stopped.';
  const finalError = error instanceof RangeError ? new TemplateError('budget', deep) : error;
  if (finalError instanceof TemplateError) {
    finalError.at ??= at;
    finalError.text = text;
  }
  return finalError;
}

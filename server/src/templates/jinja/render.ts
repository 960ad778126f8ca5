/** Renders a parsed template with variables. */
import { TemplateError } from './errors.ts';
import { type Parsed, parse } from './parser/index.ts';
import { Budget, type Limits, usualLimits } from './runtime/budget.ts';
import { execute, joined } from './runtime/execute.ts';
import { filters } from './runtime/filters/index.ts';
import { globals } from './runtime/globals.ts';
import { Scope } from './runtime/scope.ts';
import { tests } from './runtime/tests.ts';
import { type Text, tracing } from './runtime/text.ts';
import type { Filters, Run, Value } from './runtime/values.ts';

export interface RenderOptions {
  readonly limits?: Limits;
  /** What `strftime_now` tells. */
  readonly clock?: Date;
  /** Whether the strings of the variables are `Traced`. */
  readonly traces?: boolean;
}

export interface Rendered {
  readonly text: Text;
  /** What the clock said, if what was written depends on it. */
  readonly clock: Date | undefined;
  /** There was too much to trace: what is mapped to nothing may be from somewhere all the same. */
  readonly untraced: boolean;
}

class Running extends Budget implements Run {
  at = 0;
  usesClock = false;
  readonly filters: Filters = filters;
  readonly tests: Filters = tests;

  constructor(
    limits: Limits,
    readonly clock: Date,
    readonly traces: boolean,
  ) {
    super(limits);
  }
}

export class Jinja {
  private constructor(readonly parsed: Parsed) {}

  /** Reads a template, or throws a `TemplateError`. */
  static read(source: string): Jinja {
    return new Jinja(parse(source));
  }

  /** Writes what the template makes of variables, or throws a `TemplateError` with its place. */
  render(variables: ReadonlyMap<string, Value>, options: RenderOptions = {}): Rendered {
    const { limits = usualLimits, clock = new Date(), traces = false } = options;
    const run = new Running(limits, clock, traces);
    const scope = new Scope(new Scope(new Scope(undefined, globals), variables));
    try {
      const { result: text, lost: untraced } = tracing(() => {
        const out: Text[] = [];
        execute(this.parsed.body, scope, run, out);
        return joined(out, run);
      });
      return { text, clock: run.usesClock ? clock : undefined, untraced };
    } catch (error) {
      throw placed(error, run.at, this.parsed.text);
    }
  }
}

function placed(error: unknown, at: number, text: string): unknown {
  const deep = 'This template calls itself too deeply or makes too long a string, and was stopped.';
  const found = error instanceof RangeError ? new TemplateError('budget', deep) : error;
  if (found instanceof TemplateError) {
    found.at ??= at;
    found.text = text;
  }
  return found;
}

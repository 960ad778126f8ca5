/** Explains why a server's parser did not read a model's output. */
import { Explainer } from '../explain/explain.ts';
import { parserNamed } from '../explain/parsers/index.ts';
import { parserNames } from '../explain/parsers/names.ts';
import { report } from '../explain/report.ts';
import { textOf } from './text.ts';

export interface ExplainOptions {
  /** The name of the parser, as for `ocml explain --parser`; by default, it is chosen to match the output. */
  readonly parser?: string | undefined;
  /** The number of the output to explain, counted from 1, if the input contains several. */
  readonly choose?: number | undefined;
}

export interface Explained {
  readonly parser: { readonly name: string; readonly title: string };
  /** The output that was found in the input. */
  readonly output: string;
  /** Whether the parser reads the output to its end. */
  readonly accepted: boolean;
  /** The cause, the probable intent, and the remedy; undefined if nothing is wrong. */
  readonly cause?: string;
  readonly likelyIntent?: string;
  readonly remedy?: string;
  /** The output as the model probably meant it, if it can be repaired. */
  readonly repaired?: string;
  /** The whole explanation for users, as lines of text. */
  readonly report: readonly string[];
}

/**
 * Explains an output, which may be part of a log or of an error message. Throws an `Error` if the input contains no
 * output, or if there is no parser with this name.
 */
export function explain(input: string, { parser, choose }: ExplainOptions = {}): Explained {
  if (parser !== undefined && parserNamed(parser) === undefined)
    throw new Error(`There is no parser ${parser}. The known parsers are ${parserNames.join(', ')}`);
  const explainer = new Explainer({ ...(parser !== undefined && { parser }), ...(choose !== undefined && { choose }) });
  explainer.push(textOf('explain', input));
  const explanation = explainer.end();
  const lines = report(explanation, (code) => `docs/rules/${code}.md`, false);
  if ('errors' in explanation) {
    const [firstError] = explanation.errors;
    return {
      parser: { name: '', title: '' },
      output: '',
      accepted: false,
      report: lines,
      ...(firstError && {
        cause: firstError.what,
        remedy: firstError.todo,
        ...(firstError.meant && { likelyIntent: firstError.meant }),
      }),
    };
  }
  const { what, meant, todo, repaired, output, accepted } = explanation;
  return {
    parser: { name: explanation.parser.name, title: explanation.parser.title },
    output,
    accepted,
    report: lines,
    ...(what !== undefined && { cause: what }),
    ...(meant !== undefined && { likelyIntent: meant }),
    ...(todo !== undefined && { remedy: todo }),
    ...(repaired && { repaired: repaired.text }),
  };
}

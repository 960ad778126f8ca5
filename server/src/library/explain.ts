/** Why a server's parser did not read the output of a model. */
import { Explainer } from '../explain/explain.ts';
import { parserNamed } from '../explain/parsers/index.ts';
import { parserNames } from '../explain/parsers/names.ts';
import { report } from '../explain/report.ts';
import { textOf } from './text.ts';

export interface ExplainOptions {
  /** The parser by its name, as `ocml explain --parser` takes it; without it, what the output shows. */
  readonly parser?: string | undefined;
  /** Of several outputs in a log, the number of the one to explain, from 1. */
  readonly choose?: number | undefined;
}

export interface Explained {
  readonly parser: { readonly name: string; readonly title: string };
  /** The output, as it was found in the input. */
  readonly output: string;
  /** The parser reads it to its end. */
  readonly accepted: boolean;
  /** The cause, the probable intent, and the remedy; undefined where nothing is wrong. */
  readonly cause?: string;
  readonly likelyIntent?: string;
  readonly remedy?: string;
  /** The output as it was probably meant, if it could be mended. */
  readonly repaired?: string;
  /** All of this for people to read, in lines. */
  readonly report: readonly string[];
}

/**
 * Explains an output, or a log or an error that holds one. Throws an `Error` if nothing in the input is an output, or if there is no
 * parser of that name.
 */
export function explain(input: string, { parser, choose }: ExplainOptions = {}): Explained {
  if (parser !== undefined && parserNamed(parser) === undefined)
    throw new Error(`There is no parser ${parser}. The known parsers are ${parserNames.join(', ')}`);
  const explainer = new Explainer({ ...(parser !== undefined && { parser }), ...(choose !== undefined && { choose }) });
  explainer.push(textOf('explain', input));
  const explanation = explainer.end();
  const lines = report(explanation, (code) => `docs/rules/${code}.md`, false);
  if ('errors' in explanation) {
    const [known] = explanation.errors;
    return {
      ...{ parser: { name: '', title: '' }, output: '', accepted: false, report: lines },
      ...(known && { cause: known.what, remedy: known.todo, ...(known.meant && { likelyIntent: known.meant }) }),
    };
  }
  const { what, meant, todo, repaired, output, accepted } = explanation;
  return {
    parser: { name: explanation.parser.name, title: explanation.parser.title },
    ...{ output, accepted, report: lines },
    ...(what !== undefined && { cause: what }),
    ...(meant !== undefined && { likelyIntent: meant }),
    ...(todo !== undefined && { remedy: todo }),
    ...(repaired && { repaired: repaired.text }),
  };
}

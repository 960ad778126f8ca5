/** Remarks on an accepted output: other parsers that read it differently, and calls that are written as answers. */

import { parsers } from './parsers/index.ts';
import type { Parsed, ParsedStretch, Parser } from './parsers/parser.ts';
import { calledIn } from './whole-call.ts';

/** Another parser that rejects an output or drops part of it, and its error or note. */
export interface Elsewhere {
  readonly parser: string;
  readonly rejects: boolean;
  readonly says: string;
}

/** Faults of calls in another model's format, for which the parser is not meant. */
const ofOtherModels = new Set(['json-for-xml', 'xml-for-json']);

/** Returns the other parsers that reject an output or drop part of it. `parserNotes`: the notes of the given parser. */
export function elsewhere(output: string, { name, format }: Parser, parserNotes: readonly string[]): Elsewhere[] {
  return parsers.flatMap((one): Elsewhere[] => {
    // Each parser with the format `model` is meant for a different model.
    if (one.name === name || one.format !== format || format === 'model') return [];
    const { stop, notes, made } = one.read(output);
    if (stop !== undefined)
      return ofOtherModels.has(stop.kind)
        ? []
        : [{ parser: one.name, rejects: true, says: inShort(stop.text) ?? 'the call is silently returned as text.' }];
    // A parser that only splits an output finds messages instead of answers and calls, so nothing is lost.
    const isLost = notes.length === 0 && givesNothing(made) && !made.some(({ as }) => as === 'message');
    return (isLost ? [nothing] : notes.filter((note) => !parserNotes.includes(note)).slice(0, 1)).map((says) => ({
      parser: one.name,
      rejects: false,
      says,
    }));
  });
}

const nothing = 'The result has neither an answer nor a call.';

/**
 * The first line of an error. Ollama's errors have the reason after the arguments, so they are kept as a whole, with the arguments
 * shortened.
 */
const inShort = (text: string | undefined) =>
  text?.replace(/(?<=raw=')[^]*(?=', err=)/, excerpt).split(/\n(?![^]*', err=)/, 1)[0];
const excerpt = (args: string) => (args.length > MAX_QUOTE_LENGTH ? `${args.slice(0, MAX_QUOTE_LENGTH)}…` : args);
/** The maximum length of quoted arguments (UTF-16 units). */
const MAX_QUOTE_LENGTH = 60;

/** Returns a remark on an answer that is a JSON call, as written by models that were not shown their tools. */
export function callsAsAnswers({ made }: Parsed, format: Parser['format']): string[] {
  const names = made.filter(isAnswer).flatMap(({ text }) => calledIn(text) ?? []);
  return names.length === 0 ? [] : [remark(names[0] as string, format)];
}

export const isAnswer = ({ as, who }: ParsedStretch) =>
  as === 'answer' || (as === 'message' && /^assistant(?: on final\b.*)?$/.test(who));

/** Whether a stretch is reasoning, whether it was read by a server's parser or by a parser that only splits an output. */
export const isReasoning = ({ as, who }: ParsedStretch): boolean =>
  as === 'reasoning' || (as === 'message' && /^assistant on analysis\b/.test(who));

/** Whether a parser found neither an answer nor a call. */
export const givesNothing = (stretches: readonly ParsedStretch[]): boolean =>
  stretches.every((one) => one.as === 'lost' || isReasoning(one));

/** Examples of a call as it should be written, by format. */
const callExampleByFormat: Readonly<Record<Parser['format'], (name: string) => string>> = {
  harmony: (name) =>
    `\`<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>\`, the arguments, and \`<|call|>\``,
  chatml: () => '`<tool_call>`, this JSON, and `</tool_call>`',
  model: () => "the model's template writes it",
};

function remark(name: string, format: Parser['format']): string {
  return `The answer is JSON that calls ${name}, but no server reads it as a call: users see the JSON. A call is written as ${callExampleByFormat[format](name)}. Check that the prompt declares the tools as the model's template does.`;
}

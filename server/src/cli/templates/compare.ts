/** `ocml templates --compare`: compares the prompts that are rendered here with those that Python renders on this machine. */

import { type Answer, renderInPython, whyNoPython } from '../../python/jinja.ts';
import {
  answer,
  asJson,
  asObject,
  call,
  complete,
  question,
  reply,
  request,
  system,
  withTools,
} from '../../templates/findings/conversations.ts';
import { requestAsJson } from '../../templates/input/as-json.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { plain } from '../../templates/jinja/runtime/text.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import type { Template } from '../../templates/template.ts';
import { valueOfJson } from '../../templates/values.ts';
import { readInput } from '../files/input.ts';
import { print } from '../output.ts';
import { loadTemplates } from './load.ts';

const clock = '2026-01-31T12:00:00';

const standard: Readonly<Record<string, object>> = {
  'a question': request(question),
  'system, question': request(system, question),
  'an answer': complete(question, answer),
  'a call with an object': withTools(request(question, call(asObject), reply)),
  'a call with JSON': withTools(request(question, call(asJson), reply)),
};

/**
 * Compares the prompts, and prints the results. Returns the exit code: 0 if all prompts are the same, 1 if some differ. Throws an error
 * with a message for the user if Python is missing.
 */
export async function compareTemplates(files: readonly string[], conversations: readonly string[]): Promise<number> {
  const why = await whyNoPython();
  if (why !== undefined) throw new Error(`--compare needs Python with jinja2, but ${why}`);
  const textEntries =
    conversations.length > 0
      ? await read(conversations)
      : Object.entries(standard).map(([name, one]) => [name, JSON.stringify(one)] as const);
  let differing = 0;
  for (const file of files) {
    for (const template of await loadTemplates(file)) {
      const json = textEntries.map(([, text]) => requestAsJson(text, template));
      const theirs = await renderInPython(json.map((one) => ({ template: template.text, json: one, clock })));
      for (const [i, [name]] of textEntries.entries()) {
        const [ours, python] = [render(template, json[i] as string), theirs[i] as Answer];
        const same = 'text' in ours ? 'text' in python && ours.text === python.text : 'error' in python;
        if (!same) differing++;
        await print([
          `${template.name}: ${name}: ${same ? ('text' in ours ? 'the same' : 'both reject it') : 'they differ'}`,
          ...(same ? [] : answerLines(ours, python)),
        ]);
      }
    }
  }
  return differing > 0 ? 1 : 0;
}

const answerLines = (ours: Answer, python: Answer) =>
  [...Object.entries({ here: ours, Python: python })].map(
    ([who, answer]) => `    ${who}: ${'text' in answer ? JSON.stringify(answer.text) : `refused: ${answer.error}`}`,
  );

async function read(files: readonly string[]): Promise<(readonly [string, string])[]> {
  return Promise.all(
    files.map(async (file) => {
      const { text } = await readInput(file);
      return [file, text] as const;
    }),
  );
}

function render(template: Template, json: string): Answer {
  try {
    return {
      text: plain(template.render(valueOfJson(json) as ReadonlyMap<string, Value>, { clock: new Date(clock) }).text),
    };
  } catch (error) {
    if (error instanceof TemplateError) return { error: error.message };
    throw error;
  }
}

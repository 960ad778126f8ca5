/** `ocml render`: the exact prompt that a chat template makes of a conversation. */
import { parseArgs } from 'node:util';
import { mayBeJson, openDocument } from '../../documents/document.ts';
import { whyUnreadable } from '../../files/regular.ts';
import { readJson } from '../../syntax/json/read.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { type Given, givenBy, isGivable } from '../../templates/input/conversation.ts';
import { prepared } from '../../templates/input/prepared.ts';
import { shownMessages, wholeRequest } from '../../templates/input/transcript.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { placeIn } from '../../templates/jinja/place.ts';
import { plain } from '../../templates/jinja/runtime/text.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import { mapOf } from '../../templates/spans.ts';
import type { Template } from '../../templates/template.ts';
import { readInput } from '../files/input.ts';
import { beginFile } from '../files/new.ts';
import { printAside, writeDocument, writeFailure } from '../output.ts';
import { loadTemplate } from '../templates/load.ts';
import { assignments, clockIn, customPatterns, variablesIn } from '../templates/options.ts';
import type { Command } from './command.ts';

interface RenderArguments {
  readonly file: string;
  readonly template: string;
  readonly generationPrompt: boolean;
  readonly set: ReadonlyMap<string, Value>;
  readonly vars: ReadonlyMap<string, string>;
  readonly sanitize: boolean;
  readonly debug: boolean;
  readonly spans: string | undefined;
  readonly force: boolean;
  readonly clock: Date | undefined;
}

function readArguments(args: readonly string[]): RenderArguments {
  const flag = { type: 'boolean', default: false } as const;
  const many = { type: 'string', multiple: true, default: [] as string[] } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ template: { type: 'string' }, spans: { type: 'string' }, clock: { type: 'string' } },
      ...{ set: many, vars: many, sanitize: flag, debug: flag, force: flag, 'no-generation-prompt': flag },
    },
  });
  const { template, spans, sanitize, debug, force } = values;
  if (template === undefined)
    throw new Error('--template names the template: a NAME that `ocml templates` lists, or a FILE');
  if (positionals.length > 1) throw new Error('one FILE, or - for standard input');
  return {
    file: positionals[0] ?? '-',
    ...{ template, spans, sanitize, debug, force },
    generationPrompt: !values['no-generation-prompt'],
    set: variablesIn(values.set),
    vars: assignments('--vars', values.vars),
    clock: clockIn(values.clock),
  };
}

/** Gives the exit code: 0 rendered, 1 the template refuses the conversation, 2 wrong usage, or what cannot be read or written. */
async function run(args: readonly string[]): Promise<number> {
  const complain = (message: string) => void printAside([`ocml render: ${message}`]);
  try {
    const options = readArguments(args);
    const template = await readable(
      () => loadTemplate(options.template, customPatterns(options.file, complain)),
      options.template,
    );
    return await rendered(template, options, complain);
  } catch (error) {
    complain(whyUnreadable(error));
    return 2;
  }
}

async function rendered(
  template: Template,
  options: RenderArguments,
  complain: (message: string) => void,
): Promise<number> {
  const { variables, sources } = await givenTo(template, options);
  try {
    const traces = options.spans !== undefined;
    const prompt = template.render(variables, { traces, ...(options.clock && { clock: options.clock }) });
    for (const note of prompt.notes) complain(note);
    if (prompt.usesClock && !options.clock) complain('the prompt depends on the clock: --clock fixes it');
    if (options.spans !== undefined) {
      const file = beginFile(options.spans, options.force);
      try {
        file.write(`${JSON.stringify(mapOf(prompt.text, sources, template.markers), null, 2)}\n`);
        await file.finish();
      } finally {
        await file.close();
      }
    }
    await writeDocument(plain(prompt.text));
    const lost = writeFailure();
    if (lost !== undefined) throw new Error(`the prompt cannot be written: ${lost}`);
    return 0;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    complain(said(error, template.name));
    return 1;
  }
}

/** What loading a template gives; what is wrong in the template is said with its place. */
async function readable<T>(load: () => Promise<T>, name: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw error instanceof TemplateError ? new Error(said(error, name)) : error;
  }
}

/** What a template refuses, with its place in the template. */
function said({ message, fault, at, text }: TemplateError, name: string): string {
  const { line, character } =
    text === undefined || at === undefined ? { line: undefined, character: 0 } : placeIn(text, at);
  const place = line === undefined ? name : `${name}:${line + 1}:${character + 1}`;
  return fault === 'raised' ? `${place}: the template refuses this conversation: ${message}` : `${place}: ${message}`;
}

/** The variables that the template is given. */
async function givenTo(template: Template, options: RenderArguments): Promise<Given> {
  const { file, debug, generationPrompt } = options;
  const { text } = await readInput(file);
  const { variables, sources, notes } = prepared(
    conversationIn(file, text, debug, options.spans !== undefined),
    template,
    options,
  );
  if (!generationPrompt) variables.set('add_generation_prompt', false);
  for (const [name, value] of options.set) variables.set(name, value);
  await printAside(notes.map((note) => `ocml render: ${note}`));
  return { variables, sources };
}

function conversationIn(file: string, text: string, debug: boolean, traces: boolean): Given {
  const reading = mayBeJson(file, text) ? readJson(text) : undefined;
  const [fault] = reading?.faults ?? [];
  if (reading && fault === undefined && isGivable(reading.root)) return givenBy(reading.root, text, traces);
  const document = openDocument(file, 'ocml', 0, text, undefined);
  if (!(document instanceof Transcript))
    throw new Error(
      `${file}: this is not a list of messages with \`role\`, nor an object with \`messages\`: \`ocml convert --to messages\` makes one of many forms`,
    );
  const value = debug
    ? wholeRequest(document)
    : shownMessages(document).map(({ role, content }) => ({ role, content }));
  const json = JSON.stringify(value);
  return givenBy(readJson(json).root as NonNullable<ReturnType<typeof readJson>['root']>, json, traces);
}

const usage = `Usage: ocml render --template NAME|FILE [FILE | -] [options]

Prints the exact prompt that a chat template makes of a conversation, and not a byte more. The conversation is a list of messages, or
an object with messages and whatever else the template asks for (tools, enable_thinking, …), or a transcript, of which hidden
messages are left out.

  --template T           a NAME that \`ocml templates\` lists, or {"name": NAME}; a .jinja file, a tokenizer_config.json, a .gguf
                         file, or a model in the local cache; FILE#NAME is one of several
  --no-generation-prompt do not end with what has the model answer
  --set NAME=JSON        a variable of the template; repeatable
  --vars NAME=VALUE      fill {{NAME}} in the contents; repeatable
  --sanitize             break the template's markers in contents, with a zero-width space
  --debug                with the hidden messages of a transcript
  --clock DATE           what a template is told that asks for the date
  --spans FILE           write where messages, control tokens and trained stretches are in the prompt, as JSON
  --force                replace a FILE that exists

Exit code: 0 rendered, 1 the template refuses the conversation, 2 wrong usage, or what cannot be read or written.`;

export const render: Command = { usage, run };

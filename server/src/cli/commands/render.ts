/** `ocml render`: a transcript for people, or the exact prompt that a chat template makes of a conversation. */
import { mayBeJson, openDocument } from '../../documents/document.ts';
import { readJson } from '../../syntax/json/read.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { localTime } from '../../templates/clock.ts';
import { type Given, givenBy, isGivable } from '../../templates/input/conversation.ts';
import { prepared } from '../../templates/input/prepared.ts';
import { publicLayer, wholeRequest } from '../../templates/input/transcript.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { placeIn } from '../../templates/jinja/place.ts';
import { plain } from '../../templates/jinja/runtime/text.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import { mapOf } from '../../templates/spans.ts';
import { emptyNote, tokenLacking, whyLacking } from '../../templates/stand-ins.ts';
import type { Template } from '../../templates/template.ts';
import { beginFile } from '../files/new.ts';
import { printAside, writeDocument } from '../output.ts';
import { table } from '../table/index.ts';
import { loadTemplate } from '../templates/load.ts';
import { assignments, clockIn, customPatterns, variablesIn } from '../templates/options.ts';
import { command } from './command.ts';
import { oneFile, readNamed } from './one-file.ts';

interface RenderOptions {
  readonly file: string;
  readonly generationPrompt: boolean;
  readonly set: ReadonlyMap<string, Value>;
  readonly vars: ReadonlyMap<string, string>;
  readonly sanitize: boolean;
  readonly debug: boolean;
  readonly spans: string | undefined;
  readonly force: boolean;
  readonly clock: Date | undefined;
}

export const render = command(
  table.render,
  async ({ as, channel, dialect, template: name, sanitize, debug, spans, force, ...values }, operands) => {
    const { file } = oneFile(operands);
    if (as !== undefined) return (await import('../render/view.ts')).renderView(file, dialect, { as, channel, debug });
    if (name === undefined)
      throw new Error('give --as FORM to read it, or --template NAME|FILE for the prompt of a model');
    const options = {
      ...{ file, sanitize, debug, spans, force },
      generationPrompt: !values['no-generation-prompt'],
      set: variablesIn(values.set),
      vars: assignments('--vars', values.vars),
      clock: clockIn(values.clock),
    };
    return await rendered(await readable(() => loadTemplate(name, customPatterns(file, complain)), name), options);
  },
);

const complain = (message: string) => void printAside([`ocml render: ${message}`]);

async function rendered(template: Template, options: RenderOptions): Promise<number> {
  const { variables, sources } = await givenTo(template, options);
  try {
    const traces = options.spans !== undefined;
    const prompt = template.render(variables, { traces, ...(options.clock && { clock: options.clock }) });
    for (const note of prompt.notes) complain(note);
    const empty = emptyNote(template.name, template, variables);
    if (empty !== undefined) complain(empty);
    if (prompt.clock && !options.clock)
      complain(`the prompt depends on the clock: --clock ${localTime(prompt.clock)} gives the same prompt again`);
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
    return 0;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const token = tokenLacking(error, template);
    const advice = token === undefined ? '' : ` (${whyLacking}): --set ${token}=… gives it`;
    complain(`${said(error, template.name)}${advice}`);
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
  return fault === 'raised' ? `${place}: the template rejects this conversation: ${message}` : `${place}: ${message}`;
}

/** The variables that the template is given. */
async function givenTo(template: Template, options: RenderOptions): Promise<Given> {
  const { file, debug, generationPrompt } = options;
  const { text } = await readNamed(file);
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
  if (!(document instanceof Transcript) && document.units.length > 1)
    throw new Error(
      `${file}: this is a data set, and a prompt is made of one conversation: give it one row, as in \`sed -n 1p FILE | ocml render --template NAME -\``,
    );
  if (!(document instanceof Transcript))
    throw new Error(
      `${file}: this is not a list of messages with \`role\`, nor an object with \`messages\`: \`ocml convert --to messages\` makes one of many forms`,
    );
  const json = JSON.stringify(debug ? wholeRequest(document) : publicMessages(document));
  return givenBy(readJson(json).root as NonNullable<ReturnType<typeof readJson>['root']>, json, traces);
}

/** What users see of a transcript; that something is left out is said. */
function publicMessages(document: Transcript) {
  const { shown, left } = publicLayer(document);
  if (left > 0)
    complain(
      `${left === 1 ? 'one message is' : `${left} messages are`} left out, which users do not see: calls, replies or reasoning. --debug includes them`,
    );
  return shown.map(({ role, content }) => ({ role, content }));
}

/** `ocml render`: a transcript for people, or the exact prompt that a chat template makes of a conversation. */

import { convertJson } from '../../convert/index.ts';
import { mayBeJson, openDocument } from '../../documents/document.ts';
import type { JsonDialectId } from '../../grammar/index.ts';
import { byKind } from '../../syntax/any-document.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { localTime } from '../../templates/clock.ts';
import { markEnd, upToMark } from '../../templates/continued.ts';
import { givenBy, isGivable, type TemplateVariables } from '../../templates/input/conversation.ts';
import { prepared } from '../../templates/input/prepared.ts';
import { publicLayer, wholeRequest, wireRequest } from '../../templates/input/transcript.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { placeIn } from '../../templates/jinja/place.ts';
import { plain } from '../../templates/jinja/runtime/text.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import { leftOut } from '../../templates/rows/left-out.ts';
import { mapOf } from '../../templates/spans.ts';
import { emptyNote, tokenLacking, whyLacking } from '../../templates/stand-ins.ts';
import type { Template } from '../../templates/template.ts';
import { beginFile } from '../files/new.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { printAside, writeDocument } from '../output.ts';
import { answersIn, whyNoMessages } from '../stream/answer-events.ts';
import { table } from '../table/index.ts';
import { loadTemplate } from '../templates/load.ts';
import { assignments, clockIn, customPatterns, variablesIn } from '../templates/options.ts';
import { command } from './command.ts';
import { oneFile, readNamed } from './one-file.ts';

interface RenderOptions {
  readonly source: Source;
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
    const source = oneFile(operands, { 'stdin-filename': values['stdin-filename'] });
    if (as !== undefined)
      return (await import('../render/view.ts')).renderView(source, dialect, { as, channel, debug });
    if (name === undefined)
      throw new Error('give --as FORM to read it, or --template NAME|FILE for the prompt of a model');
    const options = {
      ...{ source, sanitize, debug, spans, force },
      generationPrompt: !values['no-generation-prompt'],
      set: variablesIn(values.set),
      vars: assignments('--vars', values.vars),
      clock: clockIn(values.clock),
    };
    return await rendered(
      await readable(() => loadTemplate(name, customPatterns(source.file, complain)), name),
      options,
    );
  },
);

/** All of it is what users see. */
const wireDialect: JsonDialectId = 'chatml-wire';

const complain = (message: string) => void printAside([`ocml render: ${message}`]);

const openIsMissing =
  'the open message, which the model continues, is not in the prompt. Close it, or give --no-generation-prompt';

async function rendered(template: Template, options: RenderOptions): Promise<number> {
  const { variables, sources, continues, json } = await givenTo(template, options);
  try {
    const traces = options.spans !== undefined;
    const prompt = template.render(variables, { traces, ...(options.clock && { clock: options.clock }) });
    const text = continues ? upToMark(prompt.text) : prompt.text;
    if (text === undefined) throw new TemplateError('failed', openIsMissing, 0);
    for (const note of [...prompt.notes, ...leftOut(template, json, options.set)]) complain(note);
    const empty = emptyNote(template.name, template, variables);
    if (empty !== undefined) complain(empty);
    if (prompt.clock && !options.clock)
      complain(`the prompt depends on the clock: --clock ${localTime(prompt.clock)} gives the same prompt again`);
    if (options.spans !== undefined) {
      const file = beginFile(options.spans, options.force);
      try {
        file.write(`${JSON.stringify(mapOf(text, sources, template.markers), null, 2)}\n`);
        await file.finish();
      } finally {
        await file.close();
      }
    }
    await writeDocument(plain(text));
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

/** What a template is given, and the request as it is written. `continues`: the model goes on with the last message, whose end is marked. */
interface Conversation extends TemplateVariables {
  readonly json: string;
  readonly continues?: boolean;
}

/** The variables that the template is given. */
async function givenTo(template: Template, options: RenderOptions): Promise<Conversation> {
  const { source, debug, generationPrompt } = options;
  const { file } = source;
  const { name, text, added } = answersIn(file, { name: file, text: (await readNamed(source)).text }, 'render');
  const messages = added ? messagesOf(text) : text;
  const conversation = conversationIn(added ? name : file, messages, debug, options.spans !== undefined);
  const { variables, sources, notes } = prepared(conversation, template, options);
  const continues = generationPrompt && conversation.continues === true && markEnd(variables);
  if (!generationPrompt || continues) variables.set('add_generation_prompt', false);
  for (const [name, value] of options.set) variables.set(name, value);
  await printAside(notes.map((note) => `ocml render: ${note}`));
  return { variables, sources, continues, json: conversation.json };
}

function conversationIn(file: string, text: string, debug: boolean, traces: boolean): Conversation {
  const reading = mayBeJson(file, text) ? readJson(text) : undefined;
  const [fault] = reading?.faults ?? [];
  if (reading && fault === undefined && isGivable(reading.root))
    return { ...givenBy(reading.root, text, traces), json: text };
  return conversationOf(openDocument(file, 'ocml', 0, text, undefined), { file, text, debug, traces });
}

interface Given {
  readonly file: string;
  readonly text: string;
  readonly debug: boolean;
  readonly traces: boolean;
}

const conversationOf = byKind<[given: Given], Conversation>({
  text(transcript, { file, debug, traces }) {
    const whyNone = whyNoMessages(transcript);
    if (whyNone !== undefined) throw new InputFault(`${file}: ${whyNone}`);
    const json = JSON.stringify(debug ? wholeRequest(transcript) : publicMessages(transcript));
    return { ...givenBy(readJson(json).root as JsonNode, json, traces), json };
  },
  json({ units, dialect }, { file, text, traces }) {
    if (units.length > 1)
      throw new InputFault(
        `${file}: this is a data set, and a prompt is made of one conversation: give it one row, as in \`sed -n 1p FILE | ocml render --template NAME -\``,
      );
    const request = dialect === wireDialect ? wireRequest(text) : undefined;
    if (request === undefined)
      throw new InputFault(
        `${file}: this is not a list of messages with \`role\`, nor an object with \`messages\`: \`ocml convert --to messages\` makes one of many forms`,
      );
    const { json, continues } = request;
    return { ...givenBy(readJson(json).root as JsonNode, json, traces), json, continues };
  },
});

/** The messages of what a stream adds up to; several answers stay a data set. */
function messagesOf(answers: string): string {
  if (answers.trimEnd().includes('\n')) return answers;
  const options = { to: 'messages', from: undefined, keepNames: false, bos: undefined } as const;
  const { output } = convertJson(answers, options, true);
  return output && 'value' in output ? JSON.stringify(output.value) : answers;
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

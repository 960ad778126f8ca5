/** `ocml render --template`: prints the exact prompt that a chat template renders from a conversation, and reports the losses. */
import { localTime } from '../../templates/clock.ts';
import { markEnd, upToMark } from '../../templates/continued.ts';
import { prepared } from '../../templates/input/prepared.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { plain } from '../../templates/jinja/runtime/text.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import type { Pattern } from '../../templates/registry/pattern.ts';
import { leftOut } from '../../templates/rows/left-out.ts';
import { mapOf } from '../../templates/spans.ts';
import { emptyNote, tokenLacking, whyLacking } from '../../templates/stand-ins.ts';
import type { Template } from '../../templates/template.ts';
import type { OpenOutput } from '../files/destination.ts';
import { beginFile } from '../files/new.ts';
import type { Source } from '../files/source.ts';
import { loadTemplate } from '../templates/load.ts';
import { readably, templateMessage } from '../templates/template-message.ts';
import { conversationIn } from './conversation.ts';
import { groupedNotes } from './losses.ts';

interface PromptOptions {
  readonly generationPrompt: boolean;
  readonly set: ReadonlyMap<string, Value>;
  readonly vars: ReadonlyMap<string, string>;
  readonly sanitize: boolean;
  readonly debug: boolean;
  readonly spans: string | undefined;
  readonly force: boolean;
  readonly clock: Date | undefined;
}

/** The destination for the prompt of an input, and for notes on it. */
interface PromptHost {
  /** Opens the destination. */
  open(): Promise<OpenOutput>;
  complain(note: string): void;
}

const openIsMissing =
  'the prompt does not contain the open message that the model continues. Close the message, or add --no-generation-prompt';

/** Renders the prompt of one conversation. Returns the exit code: 1 if the template rejects it. */
export async function renderPrompt(
  source: Source,
  template: Template,
  options: PromptOptions,
  { open, complain }: PromptHost,
): Promise<number> {
  const { generationPrompt, debug, set, spans } = options;
  const conversation = await conversationIn(source, { debug, traces: spans !== undefined }, complain);
  const { variables, sources, notes } = prepared(conversation, template, options);
  const continues = generationPrompt && conversation.continues === true && markEnd(variables);
  if (!generationPrompt || continues) variables.set('add_generation_prompt', false);
  for (const [name, value] of set) variables.set(name, value);
  for (const note of groupedNotes(notes)) complain(note);
  try {
    const prompt = template.render(variables, {
      traces: spans !== undefined,
      ...(options.clock && { clock: options.clock }),
    });
    const text = continues ? upToMark(prompt.text) : prompt.text;
    if (text === undefined) throw new TemplateError('failed', openIsMissing, 0);
    for (const note of [...groupedNotes(prompt.notes), ...leftOut(template, conversation.json, set)]) complain(note);
    const empty = emptyNote(template.name, template, variables);
    if (empty !== undefined) complain(empty);
    if (prompt.clock && !options.clock)
      complain(`the prompt depends on the clock: --clock ${localTime(prompt.clock)} reproduces it`);
    if (spans !== undefined)
      await writeSpans(spans, options.force, JSON.stringify(mapOf(text, sources, template.markers), null, 2));
    const out = await open();
    try {
      await out.write(plain(text));
      await out.finish();
    } finally {
      await out.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const token = tokenLacking(error, template);
    const advice = token === undefined ? '' : ` (${whyLacking}): --set ${token}=… sets it`;
    complain(`${templateMessage(error, template.name)}${advice}`);
    return 1;
  }
}

async function writeSpans(path: string, force: boolean, json: string): Promise<void> {
  const file = beginFile(path, force);
  try {
    file.write(`${json}\n`);
    await file.finish();
  } finally {
    await file.close();
  }
}

/**
 * Returns a function that loads the template for an input's project. Each template is loaded only once. Errors in it are thrown with their
 * positions.
 */
export function templateLoader(name: string): (custom: ReadonlyMap<string, Pattern>) => Promise<Template> {
  const loaded = new Map<string, Promise<Template>>();
  return (custom) => {
    const key = JSON.stringify([...custom]);
    let template = loaded.get(key);
    if (template === undefined) loaded.set(key, (template = loadTemplate(name, custom).catch(readably(name))));
    return template;
  };
}

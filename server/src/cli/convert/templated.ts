/** `ocml convert --to-template`: messages become the text of a model, as its chat template writes them. */
import { chooseForms, requestInForms, type Setting } from '../../learn/index.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { localTime } from '../../templates/clock.ts';
import { givenBy } from '../../templates/input/conversation.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { plain } from '../../templates/jinja/runtime/text.ts';
import { leftOut } from '../../templates/rows/left-out.ts';
import { emptyNote } from '../../templates/stand-ins.ts';
import type { Template } from '../../templates/template.ts';
import type { Destination } from '../files/destination.ts';
import { InputFault } from '../input-fault.ts';
import { templateMessage } from '../templates/template-message.ts';
import type { OutputForm } from './endings.ts';

export interface Templating {
  readonly template: Template;
  readonly setting: Setting;
  /** The model is to answer: the text ends with the generation prompt. */
  readonly generation: boolean;
  complain(note: string): void;
}

/** A destination for messages in JSON, which passes on the text that a template writes of them. */
export function throughTemplate(destination: Destination<OutputForm>, templating: Templating): Destination<OutputForm> {
  const { template, setting } = templating;
  const forms = chooseForms(template, setting);
  return {
    rows: false,
    open: async (source, form) => {
      if (form === 'rows')
        throw new InputFault(
          `${source.file}: this is a data set, and a template writes the text of one conversation: give it one row, as in \`sed -n 1p FILE | ocml convert --to-template NAME -\``,
        );
      const pieces: string[] = [];
      const opened = await destination.open(source, 'text');
      return {
        write: async (text) => {
          pieces.push(text);
          return true;
        },
        finish: async () => {
          await opened.write(textOf(requestInForms(pieces.join(''), forms), source.file, templating));
          await opened.finish();
        },
        close: () => opened.close(),
      };
    },
  };
}

function textOf(json: string, file: string, { template, setting, generation, complain }: Templating): string {
  const { variables } = givenBy(readJson(json).root as JsonNode, json, false);
  variables.set('add_generation_prompt', generation);
  for (const [name, value] of setting.variables) variables.set(name, value);
  try {
    const prompt = template.render(variables, setting.clock ? { clock: setting.clock } : {});
    for (const note of [...prompt.notes, ...leftOut(template, json, setting.variables)]) complain(`${file}: ${note}`);
    const tokens = emptyNote(template.name, template, variables);
    if (tokens !== undefined) complain(tokens);
    if (prompt.clock && !setting.clock)
      complain(`the text depends on the clock: --clock ${localTime(prompt.clock)} gives the same text again`);
    return plain(prompt.text);
  } catch (error) {
    if (error instanceof TemplateError) throw new InputFault(`${file}: ${templateMessage(error, template.name)}`);
    throw error;
  }
}

/** `ocml convert --to-template`, and `--to` with a model format: converts messages to the text of a model. */
import { jsonOf } from '../../convert/index.ts';
import type { ModelForm } from '../../grammar/model-forms.ts';
import { chooseForms, type ModelText, modelText, type Setting, UnfitRequest } from '../../learn/index.ts';
import { localTime } from '../../templates/clock.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { emptyNote } from '../../templates/stand-ins.ts';
import type { Template } from '../../templates/template.ts';
import type { Destination } from '../files/destination.ts';
import { InputFault } from '../input-fault.ts';
import { templateMessage } from '../templates/template-message.ts';
import type { OutputForm } from './endings.ts';

export interface Templating {
  readonly template: Template;
  readonly setting: Setting;
  /** Whether the text ends with the generation prompt, after which the model writes its answer. */
  readonly generation: boolean;
  /** The model format that `--to` names, if it names one. */
  readonly form: ModelForm | undefined;
  complain(note: string): void;
}

/**
 * Returns a destination for messages in JSON. It passes the text that a template renders from the messages on to `destination`. Rows are
 * passed on as JSON objects with the key `text`, one per line.
 */
export function throughTemplate(destination: Destination<OutputForm>, templating: Templating): Destination<OutputForm> {
  const { template, setting, complain } = templating;
  const forms = chooseForms(template, setting);
  const textOf = (request: string) => modelText(request, { ...templating, forms });
  const tokens = emptyNote(template.name, template, setting.variables);
  return {
    rows: destination.rows,
    open: async (source, form) => {
      const { file } = source;
      if (form === 'rows' || destination.rows) {
        const opened = await destination.open(source, 'rows');
        const rows = new Rows(textOf, template.name);
        return {
          write: (text) => opened.write(rows.add(text)),
          finish: async () => {
            for (const note of rows.notes()) complain(`${file}: ${note}`);
            if (tokens !== undefined) complain(tokens);
            await opened.finish();
            if (rows.refused > 0) throw new InputFault(`${file}: ${rows.refusal()}`);
          },
          close: () => opened.close(),
        };
      }
      const pieces: string[] = [];
      const opened = await destination.open(source, 'text');
      return {
        write: async (text) => {
          pieces.push(text);
          return true;
        },
        finish: async () => {
          const { text, notes, clock } = refusable(() => textOf(pieces.join('')), file, template.name);
          for (const note of notes) complain(`${file}: ${note}`);
          if (tokens !== undefined) complain(tokens);
          if (clock && !setting.clock)
            complain(`the text depends on the clock: --clock ${localTime(clock)} gives the same text again`);
          await opened.write(text);
          await opened.finish();
        },
        close: () => opened.close(),
      };
    },
  };
}

function refusable(write: () => ModelText, file: string, template: string): ModelText {
  try {
    return write();
  } catch (error) {
    const refusal = refusalOf(error, template);
    throw refusal === undefined ? error : new InputFault(`${file}: ${refusal}`);
  }
}

/** Returns the message for a conversation that the template refuses; undefined for any other error. */
function refusalOf(error: unknown, template: string): string | undefined {
  if (error instanceof UnfitRequest) return error.message;
  return error instanceof TemplateError ? templateMessage(error, template) : undefined;
}

/** Converts rows of messages to rows of text. Equal notes on several rows are reported once, with their number. */
class Rows {
  refused = 0;
  private line = 0;
  /** The end of the last piece, if it is an incomplete line. */
  private rest = '';
  private firstRefusal = '';
  private readonly said = new Map<string, { readonly line: number; count: number }>();

  constructor(
    private readonly textOf: (request: string) => ModelText,
    private readonly template: string,
  ) {}

  /** Adds a piece, and returns the rows of all lines that are now complete. */
  add(piece: string): string {
    const lines = (this.rest + piece).split('\n');
    this.rest = lines.pop() as string;
    return lines.map((line) => `${this.rowOf(line)}\n`).join('');
  }

  private rowOf(request: string): string {
    this.line++;
    if (request.trim() === '') return '';
    try {
      const { text, notes } = this.textOf(request);
      for (const note of notes) this.say(note.replace(placeOfMessage, ''));
      return jsonOf({ text });
    } catch (error) {
      const refusal = refusalOf(error, this.template);
      if (refusal === undefined) throw error;
      if (this.refused++ === 0) this.firstRefusal = `line ${this.line}: ${refusal}`;
      return '';
    }
  }

  private say(note: string): void {
    const occurrences = this.said.get(note);
    if (occurrences) occurrences.count++;
    else if (this.said.size < MAX_KINDS) this.said.set(note, { line: this.line, count: 1 });
  }

  notes(): string[] {
    return [...this.said].map(
      ([note, { line, count }]) => `line ${line}: ${note}${count === 1 ? '' : ` (and ${count - 1} more like this)`}`,
    );
  }

  refusal(): string {
    return this.refused === 1
      ? `${this.firstRefusal}; this row is empty in the output`
      : `${this.firstRefusal}; this row and ${this.refused - 1} more are empty in the output`;
  }
}

/** The maximum number of different notes that are kept for a data set. */
const MAX_KINDS = 100;

/** Matches the part of a note that names its messages, which differs from row to row. */
const placeOfMessage = /^messages? [\d, ]+(?:and \d+ more)?: /;

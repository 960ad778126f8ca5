/**
 * Renders converted conversations in the editor as text for a model. Only this project's own formats are supported, since their templates
 * are small.
 */
import type { Note } from '../convert/index.ts';
import type { ModelForm } from '../grammar/model-forms.ts';
import { chooseForms, modelText, UnfitRequest } from '../learn/index.ts';
import { TemplateError } from '../templates/jinja/errors.ts';
import type { JinjaTemplate } from '../templates/jinja-template.ts';
import { modelTemplate } from '../templates/models/index.ts';

interface WrittenForm {
  /** The text; undefined if the format cannot express the conversation. */
  readonly text: string | undefined;
  readonly notes: readonly Omit<Note, 'start' | 'end'>[];
}

/** Returns a function that writes a request with `messages` in a format. */
export function modelWriter(form: ModelForm): (request: string) => WrittenForm {
  const template = modelTemplate(form.name) as JinjaTemplate;
  const setting = { variables: new Map(), clock: undefined };
  const forms = chooseForms(template, setting);
  return (request) => {
    try {
      const { text, notes } = modelText(request, { template, setting, forms, generation: false, form });
      return {
        text,
        notes: notes.map((message) => ({ code: 'conversion-loss', kind: 'loss', message, part: undefined })),
      };
    } catch (error) {
      if (!(error instanceof UnfitRequest || error instanceof TemplateError)) throw error;
      const { message } = error;
      return {
        text: undefined,
        notes: [{ code: 'conversion-unrepresentable', kind: 'refused', message, part: undefined }],
      };
    }
  };
}

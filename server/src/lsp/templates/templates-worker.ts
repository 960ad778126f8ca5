/** Renders and examines templates in a separate thread. */
import { openNamed } from '../../documents/document.ts';
import { templateFiles } from '../../files/local-templates.ts';
import { type AnyDialectId, isTemplateAlone, isTemplateFile } from '../../grammar/index.ts';
import type { LearnedDialect } from '../../learn/dialect.ts';
import { dialectId, learnDialect } from '../../learn/template-dialect.ts';
import type { Levels } from '../../rules/support/levels.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { type FileProblem, offsetInFile, problemsOfFile } from '../../templates/document/file.ts';
import { placeIn } from '../../templates/jinja/place.ts';
import { typingLimits } from '../../templates/jinja/runtime/budget.ts';
import type { Pattern } from '../../templates/registry/pattern.ts';
import { type DocumentProblem, RowsOfDocument } from '../../templates/rows/document.ts';
import { loadTemplate, MAX_TEMPLATE_SIZE, tokenizerBeside } from '../../templates/sources/load.ts';
import type { Template } from '../../templates/template.ts';
import { type PromptView, promptView, requestIn } from '../../templates/view.ts';
import { isStopped, serveJobs } from '../workshop/port.ts';

/** A template, as named by the main thread. */
export interface Chosen {
  /** A name or a path, as for `ocml render --template`. */
  readonly name: string;
  readonly custom: Readonly<Record<string, Pattern>>;
  /** The unsaved text of files that are open in the editor, by path. It is used instead of the saved text. */
  readonly open: Readonly<Record<string, string>>;
}

interface OfDocument {
  readonly uri: string;
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
  /** The names of fields and roles in the rows of the document. */
  readonly rowNames: RowNames | undefined;
  readonly template: Chosen;
}

/** A task that renders the prompt of a document. */
export interface PromptTask extends OfDocument {
  readonly kind: 'prompt';
  readonly debug: boolean;
  readonly line: number;
  readonly whole: boolean;
}

/** A task that returns the input for another renderer: the text of the template, and its data as JSON. */
interface RequestTask extends Omit<PromptTask, 'kind'> {
  readonly kind: 'request';
}
export interface RequestAnswer {
  readonly template: string;
  readonly json: string;
}

/** A rendered prompt. `templateAt`: the position in the template file at which rendering failed. */
export type PromptAnswer = PromptView & {
  readonly templateAt?: ReturnType<typeof placeIn>;
};
/** A task that finds the problems that a template causes in a document. */
interface RowsTask extends OfDocument {
  readonly kind: 'rows';
  readonly levels: Levels;
}
/** A task that finds the problems in a template file. */
interface FileTask {
  readonly kind: 'file';
  readonly path: string;
  readonly text: string;
}
/** A task that learns the dialect of a template. */
interface DialectTask {
  readonly kind: 'dialect';
  readonly template: Chosen;
}
export type Task = PromptTask | RequestTask | RowsTask | FileTask | DialectTask;

let current = 0;
const unwanted = () => isStopped(current);

const limits = { ...typingLimits, unwanted };

/** The template that was loaded last. It is loaded again only if its files have changed. */
let cache:
  | { readonly name: string; readonly state: string; readonly beside: string; readonly template: Template }
  | undefined;

async function load({ name, custom, open }: Chosen): Promise<Template> {
  const texts = new Map(Object.entries(open));
  const text = (path: string, limit: number) => texts.get(path) ?? templateFiles.text(path, limit);
  const path = name.replace(/#[^#]*$/, '');
  const state = isTemplateFile(path) ? text(path, MAX_TEMPLATE_SIZE) : templateFiles.stamp(path);
  const beside = isTemplateAlone(path) ? templateFiles.stampBeside(path) : '';
  if (cache && cache.name === name && cache.state === state && cache.beside === beside) return cache.template;
  const template = await loadTemplate(name, new Map(Object.entries(custom)), { ...templateFiles, text });
  cache = state === undefined ? undefined : { name, state, beside, template };
  return template;
}

/** Maps an offset in a template to a position in its file; undefined if the file is not plain text. */
function placeInFile(name: string, { text }: Template, at: number): ReturnType<typeof placeIn> | undefined {
  const path = name.replace(/#[^#]*$/, '');
  if (isTemplateAlone(path)) return placeIn(text, at);
  const offset = isTemplateFile(path) && cache ? offsetInFile(path, cache.state, text, at) : undefined;
  return offset === undefined ? undefined : placeIn(cache?.state ?? '', offset);
}

let rows: RowsOfDocument | undefined;

async function answer(
  task: Task,
): Promise<PromptAnswer | RequestAnswer | LearnedDialect | readonly DocumentProblem[] | readonly FileProblem[]> {
  if (task.kind === 'file')
    return (
      problemsOfFile(task.path, task.text, { unwanted, beside: () => tokenizerBeside(task.path, templateFiles) }) ?? []
    );
  const template = await load(task.template);
  if (task.kind === 'dialect') return learnDialect(template, dialectId(template));
  const document = openNamed(task.uri, task.text, task.dialect, task.rowNames);
  if (task.kind === 'prompt') {
    const { debug, whole, line } = task;
    const view = promptView(document, template, { debug, whole, line, limits });
    const templateAt = view.failsAt === undefined ? undefined : placeInFile(task.template.name, template, view.failsAt);
    return { ...view, ...(templateAt && { templateAt }) };
  }
  if (task.kind === 'request') {
    if (template.kind === 'pattern')
      throw new Error(`${template.name} is a pattern, which Python's Jinja cannot render.`);
    const json = requestIn(document, template, { debug: task.debug, whole: true, line: task.line, limits });
    return { template: template.text, json };
  }
  if (rows?.template !== template) rows = new RowsOfDocument(template, limits);
  return rows.problems(document, task.text, task.levels, unwanted);
}

serveJobs<Task>(async ({ id, task }) => {
  current = id;
  try {
    return { id, result: await answer(task) };
  } catch (error) {
    const { message, at, text: source } = error as Error & { at?: number; text?: string };
    const line = at === undefined || source === undefined ? '' : ` (line ${source.slice(0, at).split('\n').length})`;
    return { id, error: `${message}${line}` };
  }
});

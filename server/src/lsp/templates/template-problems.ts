/**
 * Finds problems in chat template files, and problems that the chosen template causes in a document. A separate thread searches for
 * problems shortly after the last keystroke, and they are reported when the search is done.
 */
import { type AnyDocument, rowNamesOf } from '../../documents/document.ts';
import { pathOf } from '../../files/addresses.ts';
import { templateFiles } from '../../files/local-templates.ts';
import { isTemplateFile, isUnchosen } from '../../grammar/index.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { templateLevel } from '../../rules/template-problems.ts';
import type { Diagnostics, LaterProblem } from '../diagnostics.ts';
import type { Documents } from '../documents.ts';
import { createLaterProblems } from '../later-problems.ts';
import type { Settings } from '../settings.ts';
import { threadOf } from '../workshop/thread.ts';
import { createWorkshop } from '../workshop/workshop.ts';
import { surroundings } from './surroundings.ts';
import type { Chosen, Task } from './templates-worker.ts';

interface TemplateProblemsOptions {
  readonly documents: Documents;
  settingsOf(uri: string): Settings;
  readonly diagnostics: Pick<Diagnostics, 'addLater'>;
  complain(message: string): void;
}

export interface TemplateProblems {
  /** Called when a document has been opened or changed, or when its settings have changed. */
  changed(document: AnyDocument): void;
  closed(uri: string): void;
  /** Records the template with which the user views a document; undefined removes the record. */
  choose(uri: string, template: string | undefined): void;
}

interface TemplateProblem {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly severity?: Severity;
  readonly milder?: Severity;
}

/** The pause in typing before the search begins, in milliseconds. */
const quiet = 60;
/** The maximum length of a document that is examined here (UTF-16 units). Longer ones can be examined on the command line. */
const MAX_DOCUMENT_LENGTH = 2_000_000;

export function createTemplateProblems(options: TemplateProblemsOptions): TemplateProblems {
  const { documents, settingsOf, diagnostics, complain } = options;
  const workshop = createWorkshop<Task>(threadOf('templates-worker'));
  /** The templates with which users view documents, by URI of the document. */
  const chosen = new Map<string, string>();
  const { soon, put, forget } = createLaterProblems({
    finder: 'templates',
    pause: quiet,
    look,
    diagnostics: () => diagnostics,
    cancel: (uri) => workshop.cancel(uri),
  });
  const reportedMessages = new Set<string>();

  function templateOf(uri: string): Chosen | undefined {
    const settings = settingsOf(uri);
    const name = chosen.get(uri) ?? inProject(settings);
    return name === undefined ? undefined : { name, ...surroundings(documents, settings, name) };
  }

  function inProject(settings: Settings): string | undefined {
    try {
      return chosenTemplate(settings, templateFiles.real);
    } catch (error) {
      tellOnce((error as Error).message);
      return undefined;
    }
  }

  function tellOnce(message: string): void {
    if (!reportedMessages.has(message)) complain(message);
    reportedMessages.add(message);
  }

  function taskFor(document: AnyDocument): Task | undefined {
    const { uri, dialect } = document;
    if (document.length > MAX_DOCUMENT_LENGTH) return undefined;
    if (isTemplateFile(pathIn(uri))) return { kind: 'file', path: pathIn(uri), text: document.getText() };
    const template = documents.isOurs(document) ? templateOf(uri) : undefined;
    if (template === undefined) return undefined;
    const { levels } = settingsOf(uri);
    const read = isUnchosen(dialect) ? undefined : dialect;
    return {
      kind: 'rows',
      uri,
      text: document.getText(),
      dialect: read,
      rowNames: rowNamesOf(document),
      template,
      levels,
    };
  }

  async function look(uri: string): Promise<void> {
    const document = documents.get(uri);
    const task = document && taskFor(document);
    if (document === undefined || task === undefined) return put(uri, undefined, []);
    const { version } = document;
    try {
      const templateProblems = await workshop.ask<readonly TemplateProblem[]>(uri, task);
      const now = documents.get(uri);
      if (templateProblems === undefined || now?.version !== version) return;
      put(uri, version, diagnosed(templateProblems, now));
    } catch (error) {
      put(uri, version, []);
      tellOnce((error as Error).message);
    }
  }

  function diagnosed(templateProblems: readonly TemplateProblem[], document: AnyDocument): LaterProblem[] {
    const { levels, maxProblems } = settingsOf(document.uri);
    const all = templateProblems.flatMap(({ code, message, start, end, severity, milder }) => {
      const level = severity ?? templateLevel(code, levels, milder);
      const range = { start: document.positionAt(start), end: document.positionAt(end) };
      return level === 'off' ? [] : [{ code, message, severity: level, range }];
    });
    return all.slice(0, maxProblems);
  }

  return {
    changed({ uri }) {
      soon(uri);
      // Editing a template also affects the problems of documents for which it is chosen.
      const path = pathOf(uri);
      if (path === undefined || !isTemplateFile(path)) return;
      for (const other of documents.all())
        if (other.uri !== uri && templateOf(other.uri)?.name.replace(/#[^#]*$/, '') === path) soon(other.uri);
    },
    closed(uri) {
      forget(uri);
      chosen.delete(uri);
    },
    choose(uri, template) {
      if (chosen.get(uri) === template) return;
      if (template === undefined) chosen.delete(uri);
      else chosen.set(uri, template);
      if (documents.get(uri)) soon(uri);
    },
  };
}

const pathIn = (uri: string) => pathOf(uri) ?? uri.replace(/[?#].*$/s, '');

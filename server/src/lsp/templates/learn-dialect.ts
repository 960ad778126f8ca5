/** Learns the dialect of a chat template in a thread, and registers it in the server. */
import { bundledDialect } from '../../documents/models.ts';
import { pathOf } from '../../files/addresses.ts';
import { templateFiles } from '../../files/local-templates.ts';
import type { LearnedDialectId } from '../../grammar/index.ts';
import type { LearnedDialect } from '../../learn/dialect.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';
import type { Documents } from '../documents.ts';
import type { Settings } from '../settings.ts';
import { threadOf } from '../workshop/thread.ts';
import { createWorkshop, type WorkerQueue } from '../workshop/workshop.ts';
import { surroundings } from './surroundings.ts';
import type { Task } from './templates-worker.ts';

type Named =
  /** A registry name or a path, as entered by a user. */
  | { readonly name: string }
  /** A template that is named in a project configuration. */
  | { readonly ofProject: NonNullable<Settings['dialectTemplate']> };

let workshop: WorkerQueue<Task> | undefined;
let count = 0;
/** The maximum time to learn a dialect, in milliseconds. A hostile template might otherwise run for very long. */
const patience = 20_000;

export async function learnDialect(
  templateChoice: Named,
  documents: Documents,
  settings: Settings,
): Promise<{ readonly id: LearnedDialectId } | { readonly reason: string }> {
  const bundled = bundledDialect('name' in templateChoice ? templateChoice.name : templateChoice.ofProject.name);
  if (bundled !== undefined) return { id: bundled };
  try {
    const name = nameOf(templateChoice, settings);
    workshop ??= createWorkshop<Task>(threadOf('templates-worker'));
    const template = { name, ...surroundings(documents, settings, name) };
    const key = `dialect ${count++}`;
    const learned = await workshop.ask<LearnedDialect>(key, { kind: 'dialect', template }, patience);
    if (learned === undefined) return { reason: 'the task was canceled' };
    if ('reason' in learned) return learned;
    knowDialects([learned.facts]);
    return { id: learned.facts.id };
  } catch (error) {
    return { reason: (error as Error)?.message ?? String(error) };
  }
}

function nameOf(templateChoice: Named, settings: Settings): string {
  if ('name' in templateChoice) return pathOf(templateChoice.name) ?? templateChoice.name;
  const { customTemplates } = settings;
  return chosenTemplate(
    { template: templateChoice.ofProject, ...(customTemplates && { customTemplates }) },
    templateFiles.real,
  ) as string;
}

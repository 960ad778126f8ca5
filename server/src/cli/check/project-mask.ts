/** The training settings for a file, if its project names a template, a tokenizer and a trainer. */
import { levelsFor } from '../../rules/support/levels.ts';
import type { MaskProject } from '../mask/in-project.ts';
import type { CheckTask } from './task.ts';

/** Adds the settings for loss masks from the project of a file to the task of the file. Throws an error with a message for the user. */
export async function withMask(task: CheckTask, project: MaskProject): Promise<CheckTask> {
  const { template, projectTokenizer, trainer } = project;
  if (!(template && projectTokenizer && trainer && task.template)) return task;
  const { maskInProject } = await import('../mask/in-project.ts');
  return { ...task, mask: maskInProject(project, task.template.argument, levelsFor(task, undefined)) };
}

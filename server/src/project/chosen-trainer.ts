/** The tokenizer and the trainer that the configuration of a project has chosen, with the paths of their files. */
import { fileInProject, type NamedInProject } from './file-in-project.ts';
import type { TrainerChoice } from './trainer-choice.ts';

/** The result of `Projects` for a file. */
export interface TrainingInProject {
  readonly projectTokenizer?: NamedInProject;
  readonly trainer?: TrainerInProject;
}

export interface TrainerInProject {
  readonly choice: TrainerChoice;
  readonly folder: string;
}

type RealPath = (path: string) => string | undefined;

/**
 * The path of the tokenizer: of a `tokenizer.json`, or of a folder with one. Throws with a message for the user where it is not
 * in the folder of the configuration, which may come from a stranger. `real`: the path of a file without links, undefined if
 * there is none.
 */
export function chosenTokenizer({ projectTokenizer }: TrainingInProject, real: RealPath): string | undefined {
  return projectTokenizer && inFolder('tokenizer', projectTokenizer, real);
}

/** The trainer, whose `config` is a path. Throws as `chosenTokenizer` does. */
export function chosenTrainer({ trainer }: TrainingInProject, real: RealPath): TrainerChoice | undefined {
  if (trainer === undefined) return undefined;
  const { choice, folder } = trainer;
  if (choice.config === undefined) return choice;
  return { ...choice, config: inFolder('trainer.config', { name: choice.config, folder }, real) };
}

function inFolder(key: string, named: NamedInProject, real: RealPath): string {
  const path = fileInProject(named, real);
  if (path === undefined)
    throw new Error(
      `the \`${key}\` in the configuration in ${named.folder} is ${named.name}, which is not a file in that folder or below it`,
    );
  return path;
}

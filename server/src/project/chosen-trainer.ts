/** Determines the tokenizer and the trainer that a project's configuration chooses, with the paths of their files. */
import { fileInProject, type NamedInProject } from './file-in-project.ts';
import type { TrainerChoice } from './trainer-choice.ts';

/** The choices that `Projects` returns for a file. */
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
 * Returns the path of the tokenizer, which is a `tokenizer.json` or a folder that contains one. Throws, with a message
 * for the user, if it is not in the folder of the configuration, which may be untrusted. `real`: resolves the links in
 * a path; returns undefined if there is no such file.
 */
export function chosenTokenizer({ projectTokenizer }: TrainingInProject, real: RealPath): string | undefined {
  return projectTokenizer && inFolder('tokenizer', projectTokenizer, real);
}

/** Returns the trainer, with the path of its `config`. Throws in the same cases as `chosenTokenizer`. */
export function chosenTrainer({ trainer }: TrainingInProject, real: RealPath): TrainerChoice | undefined {
  if (trainer === undefined) return undefined;
  const { choice, folder } = trainer;
  if (choice.config === undefined) return choice;
  return { ...choice, config: inFolder('trainer.config', { name: choice.config, folder }, real) };
}

function inFolder(key: string, namedInProject: NamedInProject, real: RealPath): string {
  const path = fileInProject(namedInProject, real);
  if (path === undefined)
    throw new Error(
      `the configuration in ${namedInProject.folder} sets \`${key}\` to ${namedInProject.name}, which is not a file in that folder or below it`,
    );
  return path;
}

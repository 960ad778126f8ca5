/** Remembers the last training that the user has viewed, for each document. */
import type { Memento } from 'vscode';
import type { TrainingChoice } from '../../../protocol/trainings.ts';
import { isTrainingChoice } from './training-shapes.ts';

const key = 'ocml.training';
/** The maximum number of documents to remember. */
const MAX_DOCUMENTS = 50;

type Remembered = readonly (readonly [uri: string, choice: TrainingChoice])[];

export class TrainingMemory {
  constructor(private readonly memento: Memento) {}

  /** Returns the last training for the document. If there is none, returns the last one for any document. */
  of(uri: string): TrainingChoice | undefined {
    const all = this.all;
    return (all.find(([of]) => of === uri) ?? all.at(-1))?.[1];
  }

  put(uri: string, choice: TrainingChoice): void {
    const others = this.all.filter(([of]) => of !== uri);
    void this.memento.update(key, [...others, [uri, choice]].slice(-MAX_DOCUMENTS));
  }

  private get all(): Remembered {
    const all: unknown = this.memento.get(key);
    if (!Array.isArray(all)) return [];
    return all.filter((one): one is Remembered[number] => Array.isArray(one) && isTrainingChoice(one[1]));
  }
}

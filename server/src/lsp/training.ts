/** Serves the training view of documents. The code is loaded on first use. */
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { ChooseTrainingParams, NextTrainingFindingParams, TrainingParams } from '../../../protocol/trainings.ts';
import type { AnyDocument } from '../documents/document.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { Documents } from './documents.ts';
import { cancelled, guarded } from './guard.ts';
import { serveRequest } from './serve-request.ts';
import type { Settings } from './settings.ts';
import type { TrainingRoom } from './training/room.ts';

export interface Surroundings {
  readonly documents: Documents;
  settingsOf(uri: string): Settings;
  diagnostics(): Diagnostics | undefined;
  complain(message: string): void;
}

/** Serves the requests. Returns the function to call when a document or its settings have changed. */
export function serveTraining(connection: Connection, surroundings: Surroundings): (document: AnyDocument) => void {
  const { documents, settingsOf } = surroundings;
  let trainingRoom: Promise<TrainingRoom> | undefined;
  const room = () => {
    trainingRoom ??= import('./training/room.ts').then(({ createTrainingRoom }) => createTrainingRoom(surroundings));
    return trainingRoom;
  };
  serveRequest(connection, 'ocml/trainers', async () => (await room()).trainers());
  serveRequest(connection, 'ocml/training', async (params, token) => {
    const training = await (await room()).training(params as TrainingParams, token as CancellationToken);
    return training === undefined ? cancelled() : training;
  });
  serveRequest(connection, 'ocml/nextTrainingFinding', async (params, token) => {
    const nextTrainingFinding = await (await room()).nextFinding(
      params as NextTrainingFindingParams,
      token as CancellationToken,
    );
    return nextTrainingFinding === undefined ? cancelled() : nextTrainingFinding;
  });
  connection.onNotification('ocml/chooseTraining', (params: unknown) => {
    const choose = async (choiceParams: Partial<ChooseTrainingParams> | null) => {
      if (trainingRoom || choiceParams?.training) (await room()).choose(choiceParams as ChooseTrainingParams);
    };
    void guarded('ocml/chooseTraining', choose, connection.console)(params as Partial<ChooseTrainingParams> | null);
  });
  const changed = (document: AnyDocument) => {
    const { trainer, projectTokenizer } = settingsOf(document.uri);
    if (trainingRoom || (trainer && projectTokenizer)) void room().then((loadedRoom) => loadedRoom.changed(document));
  };
  documents.onDidChange(changed);
  documents.onDidClose((uri) => void trainingRoom?.then((loadedRoom) => loadedRoom.closed(uri)));
  return changed;
}

/** Keeps track of the data sets that are open in the server, each with the callback for changes of its state. */
import type { Disposable, Uri } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { DataSetChanged, DataSetState, OpenedDataSet } from '../../../protocol/data-sets.ts';
import { sendNotification, sendRequest } from '../send-request.ts';
import { readWhole } from './whole-file.ts';

export interface DataSetConnection extends Disposable {
  /** Opens a file. `changed` receives the state of the data set, until the data set is closed. */
  open(uri: Uri, changed: (state: DataSetState) => void): Promise<OpenedDataSet>;
  close(id: number): void;
}

export function connectDataSets(client: LanguageClient): DataSetConnection {
  const listeners = new Map<number, (state: DataSetState) => void>();
  const listening = client.onNotification('ocml/dataSetChanged', ({ id, state }: DataSetChanged) =>
    listeners.get(id)?.(state),
  );
  return {
    async open(uri, changed) {
      await client.start();
      const whole = uri.scheme === 'file' ? undefined : await readWhole(uri);
      const address = client.code2ProtocolConverter.asUri(uri);
      const opened = await sendRequest(client, 'ocml/openDataSet', { uri: address, ...whole });
      if ('id' in opened) listeners.set(opened.id, changed);
      return opened;
    },
    close(id) {
      listeners.delete(id);
      if (client.isRunning()) void sendNotification(client, 'ocml/closeDataSet', { id });
    },
    dispose() {
      listening.dispose();
      listeners.clear();
    },
  };
}

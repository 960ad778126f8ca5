/** Replaces `client.ts` in a browser, where the server is a worker. The client sends it the files that the worker cannot read itself. */

import { type ExtensionContext, Uri } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import type * as twin from '../client.ts';
import { clientOptions } from '../client-options.ts';
import { ocml } from '../documents.ts';
import { sendNotification } from '../send-request.ts';
import { readConfigurations, watchConfigurations } from './project-files.ts';

export const createClient: (typeof twin)['createClient'] = ({ extensionUri, subscriptions }: ExtensionContext) => {
  const folder = Uri.joinPath(extensionUri, 'server', 'dist', 'web');
  let worker: Worker | undefined;
  const client: LanguageClient = new LanguageClient(
    ocml,
    'OpenChatML',
    async () => {
      const configurations = await readConfigurations();
      worker?.terminate();
      worker = new Worker(Uri.joinPath(folder, 'server.js').toString(true));
      worker.postMessage({ folder: folder.toString(true), configurations });
      // Return the streams instead of the worker: the client would not recognize the object that VS Code's `Worker` creates.
      return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
    },
    clientOptions(() => client),
  );
  const changed = async () => sendNotification(client, 'ocml/configurations', await readConfigurations());
  subscriptions.push(
    watchConfigurations(() => void (client.isRunning() && changed())),
    {
      dispose: () => worker?.terminate(),
    },
  );
  return client;
};

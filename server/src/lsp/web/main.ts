/**
 * The entry point of the language server in a browser, where it is a worker. The first message contains the address of
 * the server's folder and the project configurations; all later messages follow the protocol.
 */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { pathOf } from '../../files/addresses.ts';
import { give } from '../../files/web/provided-texts.ts';
import { lenientInitialize } from '../initialize.ts';
import { createLifecycle } from '../lifecycle.ts';
import { serve } from '../server.ts';
import { setFolder } from './beside.ts';

interface Configuration {
  readonly uri: string;
  readonly text: string;
}

const take = (configurations: readonly Configuration[]) =>
  give(new Map(configurations.flatMap(({ uri, text }) => [[pathOf(uri) ?? uri, text]])));

self.onmessage = ({ data }: MessageEvent<{ readonly folder: string; readonly configurations: Configuration[] }>) => {
  setFolder(data.folder);
  take(data.configurations);
  const lifecycle = createLifecycle(lenientInitialize);
  const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self), {
    messageStrategy: lifecycle.strategy,
  });
  lifecycle.on(connection);
  self.onerror = (event) => void connection.console.error(String(event));
  const { forgetProjects } = serve(connection);
  connection.onNotification('ocml/configurations', (configurations: Configuration[]) => {
    take(configurations);
    forgetProjects();
  });
};

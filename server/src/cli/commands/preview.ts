/** `ocml preview`: shows the preview in a browser, for people whose editor has no preview. */
import { dialects } from '../dialects.ts';
import { sourceOf } from '../files/source.ts';
import { print, printAside } from '../output.ts';
import { previewAnswer } from '../preview/preview-answers.ts';
import { pageFile } from '../preview/preview-page.ts';
import { startPreviewServer } from '../preview/preview-server.ts';
import { previewedFile } from '../preview/previewed-file.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

const MAX_PORT = 65_535;

const complain = (message: string) => void printAside([`ocml preview: ${message}`]);

export const preview = command(table.preview, async (values, [path = '-']) => {
  const { debug: hidden, port = 0, open, dialect } = values;
  if (path === '-') throw new Error('a preview follows changes to a FILE, so it cannot read standard input');
  if (port > MAX_PORT) throw new Error(`--port takes a number up to ${MAX_PORT}`);
  const file = await previewedFile(sourceOf(path, undefined), dialects(dialect, complain));
  const server = await startPreviewServer(port, {
    async serve(name, query, signal) {
      if (name !== 'view' && name !== 'find') return pageFile(name, hidden);
      const answer = await previewAnswer(file, name, query.get('ask') ?? '', { hidden, signal });
      return answer && { type: 'application/json', body: JSON.stringify(answer) };
    },
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(`port ${port} is in use: omit --port to use a free port`) : error;
  });
  file.watch(() => server.changed());
  await print([server.address]);
  complain(`showing ${file.name} and following its changes; press Ctrl+C to stop`);
  if (open) {
    const { openBrowser } = await import('../preview/open-browser.ts');
    const failure = await openBrowser(server.ticket());
    if (failure !== undefined) complain(failure);
  }
  // The server runs until a signal ends the process. There is nothing to clean up.
  return new Promise<number>(() => undefined);
});

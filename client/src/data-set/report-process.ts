/** Runs `ocml report` in a separate process, and reports its progress. */
import { spawn } from 'node:child_process';

export interface Report {
  /** The report as a page; undefined if it could not be created. */
  readonly html: string | undefined;
  /** The reason why some or all of the files could not be read; empty if there was no error. */
  readonly failure: string;
}

export interface ReportTask {
  /** The path of `ocml.js`. */
  readonly program: string;
  /** The folder to which `paths` are relative. */
  readonly folder: string;
  readonly paths: readonly string[];
  /** Called with the share of the input that has been read, from 0 to 1. */
  reached(part: number): void;
  onCancel(cancel: () => void): void;
}

/** The maximum total length of the error output that is kept (UTF-16 units). */
const MAX_FAILURE_LENGTH = 4000;

/** Creates a report. Returns undefined if the user has canceled the task. */
export function createReport({ program, folder, paths, reached, onCancel }: ReportTask): Promise<Report | undefined> {
  return new Promise((resolve) => {
    // Runs the Node that VS Code includes, so that users need not install Node. The last pipe (`ipc`) transmits the progress.
    const child = spawn(process.execPath, [program, 'report', '--format', 'html', '--', ...paths], {
      cwd: folder,
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    });
    const pieces: Buffer[] = [];
    let failure = '';
    onCancel(() => {
      child.kill();
      resolve(undefined);
    });
    child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      failure = (failure + text).slice(0, MAX_FAILURE_LENGTH);
    });
    child.on('message', (message: { readonly reached?: unknown } | null) => {
      if (typeof message?.reached === 'number') reached(message.reached);
    });
    child.on('error', ({ message }) => resolve({ html: undefined, failure: message }));
    child.on('close', (status, signal) => {
      const html = Buffer.concat(pieces).toString();
      // An incomplete page is not shown.
      const isWhole = html.startsWith('<!doctype html>') && html.trimEnd().endsWith('</html>');
      const reason = failure.replace(/^ocml report: /gm, '').trim();
      resolve({
        html: isWhole ? html : undefined,
        failure: reason || (isWhole && status === 0 ? '' : `ocml report: ${signal ?? status}`),
      });
    });
  });
}

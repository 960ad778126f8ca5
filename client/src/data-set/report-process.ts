/** Runs `ocml report`, and reports its progress. */
import { spawn } from 'node:child_process';

export interface Report {
  /** The page; undefined if there is none. */
  readonly html: string | undefined;
  /** The reason why something could not be read, in words; otherwise empty. */
  readonly failure: string;
}

export interface ReportTask {
  /** The path of `ocml.js`. */
  readonly program: string;
  /** The folder to which `paths` are relative. */
  readonly folder: string;
  readonly paths: readonly string[];
  /** Receives the share that has been read, from 0 to 1. */
  reached(part: number): void;
  onCancel(cancel: () => void): void;
}

/** The maximum length of messages about files (UTF-16 units). */
const MAX_FAILURE_LENGTH = 4000;

/** Creates a report; undefined if the task was cancelled. */
export function createReport({ program, folder, paths, reached, onCancel }: ReportTask): Promise<Report | undefined> {
  return new Promise((resolve) => {
    // Uses the Node of the editor, so that none has to be installed. The last pipe is for progress.
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

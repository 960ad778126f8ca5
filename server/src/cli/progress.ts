/**
 * Shows the progress of work that takes more than a second. Progress is a line on standard error if that is a terminal. It is also sent as
 * messages to the program that started this one, if that program listens.
 */
import { isMainThread } from 'node:worker_threads';
import { delay, startTicker } from './ticker.ts';

const interval = 100;
const width = 30;
/** The size in bytes from which processing a single piece may take seconds. During that time, this thread cannot draw anything. */
const long = 2_000_000;

interface Progress {
  /** Sets the number of files, which are processed one after another. It is 1 by default. */
  expect(files: number): void;
  /** Reports the fraction of the current file that has been read, from 0 to 1. */
  reach(part: number): void;
  /** Reports the number of further bytes that have been read from an input of unknown length. */
  read(bytes: number): void;
  /** Reports that this number of bytes will now be processed without interruption. */
  work(bytes: number): void;
  /** Reports that one more file has been processed. */
  step(): void;
  /** Removes the progress line, either before other output or at the end. The next report draws it again. */
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createProgress(
  to: Terminal = process.stderr,
  now = () => performance.now(),
  tick = startTicker,
  tell?: (message: { readonly reached: number }) => void,
): Progress {
  const begun = now();
  let [total, done, part, bytes] = [1, 0, 0, 0];
  let isShown = false;
  let due = begun + delay;
  let stop: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const state = () => {
    if (bytes > 0 && total === 1) return `${megabytes(bytes)} read`;
    const all = Math.min(1, (done + part) / total);
    const bar = '='.repeat(Math.floor(all * width)).padEnd(width);
    return `[${bar}] ${total === 1 ? `${Math.floor(all * 100)} %` : `${done}/${total} files`}`;
  };
  let lastReportTime = begun;
  const draw = () => {
    if (tell && now() >= lastReportTime + interval) {
      lastReportTime = now();
      tell({ reached: Math.min(1, (done + part) / total) });
    }
    if (!to.isTTY) return;
    // The line is drawn regularly, since other threads may work for a long time without a report.
    timer ??= setInterval(draw, delay).unref();
    if (now() < due || stop !== undefined) return;
    due = now() + interval;
    isShown = true;
    to.write(`\r${state()}, ${Math.floor((now() - begun) / 1000)} s`);
  };
  const rest = () => {
    stop?.();
    stop = undefined;
  };
  return {
    expect(files) {
      total = files;
      draw();
    },
    reach(of) {
      rest();
      part = of;
      draw();
    },
    read(more) {
      rest();
      bytes += more;
      draw();
    },
    work(size) {
      rest();
      if (!to.isTTY || size < long) return;
      isShown = true;
      stop = tick(`working on ${megabytes(size)}`);
    },
    step() {
      rest();
      done++;
      part = 0;
      draw();
    },
    clear() {
      rest();
      clearInterval(timer);
      timer = undefined;
      if (isShown) to.write('\r\x1b[K');
      isShown = false;
    },
  };
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

/** Sends the progress to the program that started this one, such as an editor, if it listens. That program may exit at any time. */
const tellStarter =
  isMainThread && process.send && ((message: object) => void process.send?.(message, undefined, undefined, () => {}));

/** The progress of this program. It has no effect in other threads, since they have no terminal. */
export const progress = createProgress(process.stderr, undefined, undefined, tellStarter || undefined);

/** Yields the bytes of a file, and reports the progress. `part`: returns the fraction of the file that has been read, from 0 to 1. */
export async function* followed(bytes: AsyncIterable<Buffer>, part: () => number): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    progress.reach(part());
    yield chunk;
  }
}

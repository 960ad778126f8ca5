/** A bar on standard error for work that takes more than a second, on a terminal. */

const delay = 1000;
const interval = 100;
const width = 30;

export interface Progress {
  /** The number of files, which are processed one after another; one by default. */
  expect(files: number): void;
  /** How much of the current file has been read, from 0 to 1. */
  reach(part: number): void;
  /** One more is done. */
  step(): void;
  /** Takes the bar away, for other output or for good; what comes next draws it again. */
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createProgress(to: Terminal = process.stderr, now = () => performance.now()): Progress {
  let [total, done, part] = [1, 0, 0];
  let shown = false;
  let due = now() + delay;
  const draw = () => {
    if (!to.isTTY || now() < due) return;
    due = now() + interval;
    shown = true;
    const all = Math.min(1, (done + part) / total);
    const label = total === 1 ? `${Math.floor(all * 100)} %` : `${done}/${total} files`;
    to.write(`\r[${'='.repeat(Math.floor(all * width)).padEnd(width)}] ${label}`);
  };
  return {
    expect(files) {
      total = files;
    },
    reach(of) {
      part = of;
      draw();
    },
    step() {
      done++;
      part = 0;
      draw();
    },
    clear() {
      if (shown) to.write('\r\x1b[K');
      shown = false;
    },
  };
}

/** The progress display of this program. A thread has none, since it has no terminal. */
export const progress = createProgress();

/** The bytes of a file, which `progress` follows. `part`: how much of it has been read, from 0 to 1. */
export async function* followed(bytes: AsyncIterable<Buffer>, part: () => number): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    progress.reach(part());
    yield chunk;
  }
}

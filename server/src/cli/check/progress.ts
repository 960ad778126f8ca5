/** A bar on standard error for work that takes more than a second, if somebody watches. */

const delay = 1000;
const interval = 100;
const width = 30;

export interface Progress {
  /** One more is done. */
  step(): void;
  /** Takes the bar away, for other output or for good; the next step draws it again. */
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createProgress(total: number, to: Terminal = process.stderr, now = () => performance.now()): Progress {
  let done = 0;
  let shown = false;
  let due = now() + delay;
  return {
    step() {
      done++;
      if (!to.isTTY || now() < due) return;
      due = now() + interval;
      shown = true;
      const filled = '='.repeat(Math.floor((done / total) * width));
      to.write(`\r[${filled.padEnd(width)}] ${done}/${total} files`);
    },
    clear() {
      if (shown) to.write('\r\x1b[K');
      shown = false;
    },
  };
}

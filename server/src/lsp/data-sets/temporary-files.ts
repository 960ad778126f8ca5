/** Keeps a list of files that are still being written, and removes them if the server ends before they are complete. */
import { rmSync } from 'node:fs';

export function removeAtExit(): Set<string> {
  const paths = new Set<string>();
  process.on('exit', () => {
    for (const path of paths) rmSync(path, { force: true });
  });
  return paths;
}

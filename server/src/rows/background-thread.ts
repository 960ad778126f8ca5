/** Lowers the priority of the current thread, so that it does not slow down work that users wait for, such as typing in the editor. */
import { constants, setPriority } from 'node:os';

export function yieldToOthers(): void {
  // On other systems, the priority would apply to the whole process, which also does work that users wait for.
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If this fails, the thread keeps its normal priority.
  }
}

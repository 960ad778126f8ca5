/** Lowers the priority of the current thread below work that users wait for, such as the editor that they type in. */
import { constants, setPriority } from 'node:os';

export function yieldToOthers(): void {
  // On other systems, the priority applies to the whole process, which also serves users.
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The thread keeps its normal priority.
  }
}

/** Has the thread that runs give way to what users wait for, such as the editor in which they type. */
import { constants, setPriority } from 'node:os';

export function yieldToOthers(): void {
  // Elsewhere this is said of the whole process, which answers users as well.
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is as fast as the others then.
  }
}

/** Replaces `host.ts` in a browser. */
export const hasProcesses = false;

export function commitAll(): void {
  throw new Error('There is no Git in a browser.');
}

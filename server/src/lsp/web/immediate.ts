/** Replaces `setImmediate` in browsers, which lack it. It runs a task after those that are already queued, without the delay of a timer. */
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

export function setImmediate(next: () => void): void {
  waiting.push(next);
  port2.postMessage(undefined);
}

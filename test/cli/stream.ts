/** Runs `ocml stream` in tests, and builds the streams of servers. */
import { ocml as run } from '../support/command.ts';

export interface StreamRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly events: any[];
  /** The text that users see. */
  readonly text: string;
}

export function ocml(input: string | Buffer, ...args: readonly string[]): StreamRun {
  const { status, stdout, stderr } = run(['stream', ...args], { input });
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const text = events.map(({ event, delta }) => (event === 'response.delta' ? delta : '')).join('');
  return { status, stdout, stderr, events, text };
}

export const sse = (...events: readonly unknown[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');

export const chat = (delta: unknown, finish_reason: string | null = null): object => ({
  choices: [{ index: 0, delta, finish_reason }],
});

export const final = '<|start|>assistant<|channel|>final<|message|>';

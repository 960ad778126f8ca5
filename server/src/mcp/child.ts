/**
 * Runs `ocml` in a separate process for each tool call. A document that takes too much time or memory, or that causes a
 * crash, affects only this call, and the result is exactly that of the command.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, parse } from 'node:path';

/** The output of a command, and its exit code. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** The limits of a process: `time` in milliseconds, `output` in characters, `memory` in megabytes. */
const LIMITS = { time: 120_000, output: 64_000_000, memory: 2048 };

/**
 * The folder in which commands run. It is outside any project, so that a name never refers to a file or link that
 * somebody has placed there.
 */
const NOWHERE = parse(process.cwd()).root;

/** The calls that are waiting for a process, in order of arrival. */
const waiting: (() => void)[] = [];
let free = availableParallelism();

interface ProcessInput {
  /** The text to write to standard input. */
  readonly input: string;
  readonly signal: AbortSignal;
}

/** Runs `ocml` with arguments. Rejects if a limit is exceeded, or if `signal` is aborted. */
export async function runOcml(args: readonly string[], processInput: ProcessInput): Promise<Finished> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    processInput.signal.throwIfAborted();
    return await started(args, processInput);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}

function started(args: readonly string[], { input, signal }: ProcessInput): Promise<Finished> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${LIMITS.memory}`, join(__dirname, 'cli.js'), ...args],
    // `quiet` also hides the user's cached models, so a template must be a known name, or a file in the folders of
    // `Roots`.
    { stdio: 'pipe', cwd: NOWHERE, signal, killSignal: 'SIGKILL', env: { ...process.env, ...quiet } },
  );
  return new Promise((resolve, reject) => {
    const end = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(why));
    };
    const timer = setTimeout(() => end(`this took longer than ${LIMITS.time / 1000} seconds`), LIMITS.time);
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
        if (printed[name].length > LIMITS.output) end('the result is longer than 64 million characters');
      });
    // A command may end before it has read all of its input.
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code, killed) => {
      clearTimeout(timer);
      if (code === null) reject(new Error(`the command was stopped (${killed})`));
      else resolve({ ...printed, code });
    });
  });
}

const quiet = {
  NO_COLOR: '1',
  FORCE_COLOR: '',
  NODE_OPTIONS: '',
  HF_HOME: '/nonexistent',
  HF_HUB_CACHE: '/nonexistent',
};

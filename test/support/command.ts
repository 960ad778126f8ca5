/** Runs an `ocml` command line, and waits until it ends. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { whole } from './effort.ts';
import { root } from './root.ts';

export interface Outcome {
  /** The exit code, or null if the command was killed because it did not end. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
}

const limit = 120_000;

/** Runs the command in a process, as a user does. */
export function inProcess(args: readonly string[], { cwd, input = '', env }: Options = {}): Outcome {
  const bin = join(root, 'server/bin/ocml.js');
  const limits = { timeout: limit, killSignal: 'SIGKILL', maxBuffer: 1 << 28 } as const;
  const options = { encoding: 'utf8', cwd, input, env, ...limits } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], options);
  return { status, stdout, stderr };
}

/** Starts a thread that runs all commands of this process, and creates the signal that a command has ended. */
function startThread() {
  const { port1: port, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(join(root, 'test/support/command-thread.mjs'), {
    workerData: { port: port2, done, program: join(root, 'server/dist/command-line.js') },
    transferList: [port2],
  });
  worker.unref();
  return { worker, port, done };
}

let thread: ReturnType<typeof startThread> | undefined;

function inThread(args: readonly string[], { cwd, input = '', env = process.env }: Options = {}): Outcome {
  thread ??= startThread();
  const { worker, port, done } = thread;
  const here = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    Atomics.store(done, 0, 0);
    port.postMessage({ args, input, env: { ...env } });
    if (Atomics.wait(done, 0, 0, limit) === 'timed-out') {
      void worker.terminate();
      thread = undefined;
      return { status: null, stdout: '', stderr: '' };
    }
    return receiveMessageOnPort(port)?.message;
  } finally {
    process.chdir(here);
  }
}

/** Unless the whole tests run, commands run in a thread, because starting a process takes most of the time of a short command. */
export const ocml = whole ? inProcess : inThread;

// Runs child processes, either to completion, or in such a way that they never outlive this process.
import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/** Runs a command to completion and shows its output. The promise is rejected unless the exit code is 0. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')}: ${signal ?? `exit code ${code}`}`));
    });
  });
}

/**
 * Runs npm: the one that has started this process, or otherwise the one on the PATH. On Windows, the latter is a `.cmd` file, which
 * requires a shell.
 */
export function npm(args, options = {}) {
  const self = process.env.npm_execpath;
  if (self?.endsWith('.js')) return run(process.execPath, [self, ...args], options);
  return run('npm', args, { shell: process.platform === 'win32', ...options });
}

const owned = new Set();

/** Starts a process. When this process ends, it is ended as well, together with all processes that it has started. */
export function spawnOwned(command, args, options = {}) {
  const child = spawn(command, args, { detached: process.platform !== 'win32', ...options });
  owned.add(child);
  child.once('exit', () => owned.delete(child));
  return child;
}

/** Ends a process that `spawnOwned` has started, together with its process group. */
export function endOwned(child) {
  owned.delete(child);
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', child.pid, '/T', '/F']);
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

process.once('exit', () => owned.forEach(endOwned));
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.once(signal, () => process.exit(code));
}

const parent = process.ppid;

/** Ends this process when its parent has ended for any reason, so that nothing keeps running after a test runner was killed. */
export function endWithParent() {
  setInterval(() => process.ppid === parent || process.exit(1), 1000).unref();
}

/** Runs a slow action and shows its progress: its name at once, the elapsed time every five seconds, and finally its duration. */
export async function step(name, action) {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  console.log(`• ${name} …`);
  const alive = setInterval(() => console.log(`  … ${seconds()}`), 5000);
  try {
    return await action();
  } finally {
    clearInterval(alive);
    console.log(`  ${seconds()}`);
  }
}

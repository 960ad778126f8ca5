// Runs a script for one part of the tests, receives its results, and ends it if it hangs.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The time limits, in milliseconds, for a part to start, and for it to report which tests are running. They are generous, because the
 * machine may be busy.
 */
const START_LIMIT = 60_000;
const ANSWER_LIMIT = 10_000;

/**
 * Runs `script` with `args` in a separate process. Resolves to its last `counts`, and all of its output. If the part produces no output and
 * finishes no tests for `limit` milliseconds, it is ended together with all processes that it has started. The part is first asked which
 * tests are running (the message `what runs`), and `hung` names them. With `show`, output is shown immediately.
 */
export async function runScript(script, args, { limit, show }) {
  const child = fork(script, args, { silent: true });
  const result = { said: '', counts: undefined, hung: undefined };
  let answered;
  const answer = new Promise((resolve) => (answered = resolve));
  let timer;
  const restartTimer = (patience = limit) => {
    clearTimeout(timer);
    timer = setTimeout(end, patience);
  };
  const end = async () => {
    if (child.connected) child.send('what runs', () => {});
    const running = await Promise.race([answer, wait(ANSWER_LIMIT, [], { ref: false })]);
    const names = running.length > 0 ? `: ${running.join(', ')}` : ', and it does not say what was running';
    result.hung = `Nothing was heard of it for ${duration(limit)}, so it was ended${names}.`;
    endTree(child.pid);
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      result.said += text;
      if (show) process.stdout.write(text);
      restartTimer();
    });
  }
  child.on('message', (message) => {
    if (message.running) answered(message.running);
    else restartTimer();
    if (message.counts) result.counts = message.counts;
  });
  restartTimer(Math.max(limit, START_LIMIT));
  // Wait for `exit`, not for `close`, since a process that the part has left running may keep the output open.
  const [code, signal] = await once(child, 'exit');
  await Promise.race([once(child, 'close'), wait(1000)]);
  clearTimeout(timer);
  return { ...result, exit: signal ?? code };
}

/** Formats a duration, for example as "20 minutes". */
const duration = (ms) => (ms < 60_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} minutes`);

/** Ends a process and all processes that it has started, even those in another process group. */
function endTree(pid) {
  if (process.platform === 'win32') {
    execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [pid];
  for (const parent of tree) tree.push(...processes.filter(([, itsParent]) => itsParent === parent).map(([id]) => id));
  for (const id of tree) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}

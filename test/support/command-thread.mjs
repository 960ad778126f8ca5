/**
 * Runs `ocml` command lines one after the other. Each has new module instances, but the code is compiled only once. `command.ts` starts
 * this as a thread, instead of one process per command.
 */
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { constants, Script } from 'node:vm';
import { workerData } from 'node:worker_threads';

const { port, done, program } = workerData;
const require = createRequire(program);

/** The compiled code of the modules. Node would compile it again for each instance, which takes most of the time of a short command. */
const scripts = new Map();
Module._extensions['.js'] = (module, path) => {
  let script = scripts.get(path);
  if (script === undefined) {
    script = new Script(Module.wrap(readFileSync(path, 'utf8')), {
      filename: path,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    scripts.set(path, script);
  }
  script.runInThisContext().call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
};

/** Captures everything that is written to a stream from now on. Returns a function that returns the captured text. */
function captureOutput(stream) {
  const chunks = [];
  stream.removeAllListeners();
  stream.write = (chunk) => chunks.push(Buffer.from(chunk)) > 0;
  return () => Buffer.concat(chunks).toString();
}

async function outcome({ args, input, env }) {
  for (const path of Object.keys(require.cache)) delete require.cache[path];
  const [stdout, stderr] = [captureOutput(process.stdout), captureOutput(process.stderr)];
  const stdin = Readable.from(input.length > 0 ? [Buffer.from(input)] : [], { objectMode: false });
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  process.env = env;
  let status;
  try {
    status = await require(program).commandLine(args);
  } catch (error) {
    process.stderr.write(`ocml: ${error?.stack ?? error}\n`);
    status = 2;
  }
  return { status, stdout: stdout(), stderr: stderr() };
}

port.on('message', async (run) => {
  port.postMessage(await outcome(run));
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});

// Runs the recipes of docs/many-machines.md on a generated data set with invalid lines, with two workers, one of which dies on
// its first part. Compares the results with those of a single check of the whole file.
//   node scripts/recipes/run.mjs              skips recipes whose tool is not installed, with a note
//   node scripts/recipes/run.mjs --bench 200  measures the throughput of one and of two workers on 200 MB
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** The Python interpreters that may have Dask. */
const pythons = [process.env.PYTHON ?? 'python3', '/usr/bin/python3'];

const bench = process.argv[2] === '--bench' ? Number(process.argv[3] ?? 200) : undefined;
const ocml = `${process.execPath} ${join(root, 'server/bin/ocml.js')}`;
const folder = mkdtempSync(join(tmpdir(), 'ocml-recipes-'));
const inFolder = (name) => join(folder, name);
const json = (name) => JSON.parse(readFileSync(inFolder(name), 'utf8'));

function run(command, args, env = {}) {
  const { status, stderr, error } = spawnSync(command, args, {
    ...{ encoding: 'utf8', timeout: 1_200_000, killSignal: 'SIGKILL', maxBuffer: 1 << 30 },
    env: { ...process.env, OCML: ocml, ...env },
  });
  return { status, stderr: error ? String(error) : stderr };
}

/** Writes rows with messages into a file. Some rows have a misspelled role, and some are not valid JSON. */
function writeData(file, bytes) {
  const out = openSync(file, 'w');
  const row = (i) => {
    if (i % 5003 === 17) return '{"messages": [\n';
    const role = i % 701 === 3 ? 'asistant' : 'assistant';
    const content = `Seven, in row ${i}: ${'that is what three and four make. '.repeat(8 + (i % 13))}`;
    return `${JSON.stringify({
      messages: [
        { role: 'user', content: '3 + 4? 😀' },
        { role, content },
      ],
    })}\n`;
  };
  for (let [i, writtenBytes] = [0, 0]; writtenBytes < bytes; ) {
    const rows = Array.from({ length: 1000 }, () => row(i++)).join('');
    writtenBytes += writeSync(out, rows);
  }
}

const recipes = [
  {
    name: 'GNU parallel',
    has: () => run('sh', ['-c', 'parallel --version']).status === 0,
    missing: 'GNU parallel is not installed',
    check: (out, workers, block, env) =>
      run('sh', [recipe('parallel.sh'), inFolder('data.jsonl'), out, workers, block], env),
    convert: (out, env) => run('sh', [recipe('convert.sh'), inFolder('data.jsonl'), out, 'harmony', '2', '1M'], env),
    // This kills the shell that runs the job.
    dies: 'kill -9 $$',
  },
  {
    name: 'Dask',
    has: () => python() !== undefined,
    missing: 'python3-distributed is not installed',
    check: (out, workers, block, env) =>
      run(python(), [recipe('dask_check.py'), inFolder('data.jsonl'), out, workers, `${block}iB`], env),
    // This kills the shell that runs the job, and the worker that has started it.
    dies: 'kill -9 $PPID $$',
  },
];
const python = () => pythons.find((name) => run(name, ['-c', 'import distributed']).status === 0);
const recipe = (name) => join(root, 'scripts/recipes', name);

/**
 * Writes a wrapper for `ocml` that simulates a dying worker. At the first call, the wrapper kills `ocml` in the middle of a part, and then
 * the process that has called the wrapper. `dies`: the command that kills the caller.
 */
function flaky(name, dies) {
  const file = inFolder(name);
  const script = `#!/bin/sh
if [ "$2" != --merge ] && mkdir "${file}.died" 2>/dev/null; then
  exec 3<&0
  ( head -c 300000 <&3; sleep 4 ) | ${ocml} "$@" &
  sleep 2
  kill -9 $!
  ${dies}
fi
exec ${ocml} "$@"
`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return file;
}

function seconds(work) {
  const start = performance.now();
  const { status, stderr } = work();
  assert.equal(status, 0, stderr);
  return (performance.now() - start) / 1000;
}

const megabytes = bench ?? 4;
let [ran, failed] = [0, 0];
try {
  writeData(inFolder('data.jsonl'), megabytes * 1e6);
  const size = statSync(inFolder('data.jsonl')).size / 1e6;
  const [command, ...args] = ocml.split(' ');
  const alone = seconds(() =>
    run(command, [...args, 'check', '--exit-zero', '--counts', inFolder('whole.json'), inFolder('data.jsonl')]),
  );
  if (bench) console.log(`ocml check: ${(size / alone).toFixed(1)} MB/s`);
  const whole = json('whole.json');
  for (const { name, has, missing, check, convert, dies } of recipes) {
    if (!has()) {
      console.log(`${name}: skipped, since ${missing}`);
      continue;
    }
    ran++;
    try {
      for (const workers of bench ? ['1', '2'] : ['2']) {
        const out = inFolder(`${name}-${workers}`.replaceAll(' ', '-'));
        const env = bench ? {} : { OCML: flaky(`flaky-${ran}`, dies) };
        const time = seconds(() => check(out, workers, bench ? '16M' : '1M', env));
        const { files, ...merged } = JSON.parse(readFileSync(join(out, 'whole.json'), 'utf8'));
        assert.ok(files > 1, 'the data set was not divided');
        assert.deepEqual({ ...merged, files: 1 }, { ...whole });
        if (!bench) assert.ok(statSync(`${env.OCML}.died`).isDirectory(), 'nobody died');
        console.log(
          `${name}, ${workers} ${workers === '1' ? 'worker' : 'workers'}: ${files} parts, ${merged.lines} lines, as one check finds them${bench ? `, ${(size / time).toFixed(1)} MB/s` : '; a worker that died cost nothing'}`,
        );
      }
      if (convert && !bench) {
        run(command, [
          ...args,
          'convert',
          '--to',
          'harmony',
          '-o',
          inFolder('converted.jsonl'),
          inFolder('data.jsonl'),
        ]);
        const env = { OCML: flaky('flaky-convert', dies) };
        seconds(() => convert(inFolder('parts.jsonl'), env));
        assert.ok(
          readFileSync(inFolder('parts.jsonl')).equals(readFileSync(inFolder('converted.jsonl'))),
          'the lines differ',
        );
        console.log(`${name}: converts to the same lines; a worker that died cost nothing`);
      }
    } catch (error) {
      failed++;
      console.log(`${name}: failed: ${error.message}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${ran - failed} passed, ${failed} failed, ${recipes.length - ran} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

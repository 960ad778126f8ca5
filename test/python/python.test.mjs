// Builds the wheel and the source distribution of the Python package with only Python's standard library, and installs and tests each of
// them in a virtual environment.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../../scripts/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'openchatml-python-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const home = join(folder, 'home');
mkdirSync(home);
const env = { PATH: process.env.PATH, HOME: home, PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
const rows = process.env.OCML_TESTS === 'whole' ? 1_000_000 : 20_000;

function run(command, args, more = {}) {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...env, ...more }, stdio: 'pipe' });
}

/** The tests need `python3` and its `venv` module. Debian may lack the module, and on Windows, Python has another name. */
function isPythonThere() {
  try {
    run('python3', ['-m', 'venv', join(folder, 'wheel')]);
    return true;
  } catch {
    return false;
  }
}

const skip = isPythonThere() ? false : 'there is no Python with venv and pip';
const built = skip
  ? []
  : run('python3', [join(root, 'python/backend/openchatml_build.py'), folder])
      .trim()
      .split('\n');

test('the wheel is installed without a network, and passes its tests', { skip }, () => {
  const python = join(folder, 'wheel/bin/python');
  run(python, ['-m', 'pip', 'install', '--quiet', join(folder, built[0])]);
  run(python, ['-W', 'error', '-m', 'unittest', 'discover', '-s', join(root, 'python/tests')], {
    OCML_PYTHON_ROWS: String(rows),
  });
});

test('so is the source distribution', { skip }, () => {
  run('python3', ['-m', 'venv', join(folder, 'source')]);
  const python = join(folder, 'source/bin/python');
  run(python, ['-m', 'pip', 'install', '--quiet', '--no-build-isolation', join(folder, built[1])]);
  const printed = run(python, ['-c', "import openchatml; print(openchatml.check({'messages': 5})[0].code)"]);
  assert.match(printed, /^[\w-]+\n$/);
});

test('its version is that of the manifest, in each place', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const file of ['pyproject.toml', 'openchatml/__init__.py']) {
    const text = readFileSync(join(root, 'python', file), 'utf8');
    assert.equal(/version\w* = "([\d.]+)"/.exec(text.replace('__version__', 'version'))?.[1], version, file);
  }
});

/** Renders templates with the local Python, as `transformers` does, for comparison. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * A Python program that renders with Jinja, configured as in `transformers`. It reads one JSON object per line, and writes one
 * for each. Python looks for modules in the working folder first, so it might run a `json.py` from an untrusted folder; the
 * program prevents that.
 */
const program = String.raw`
import sys
sys.path[:] = [one for one in sys.path if one not in ("", ".")]
import json
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))
except Exception:
    pass
from datetime import datetime
import jinja2
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2 import nodes
class Tracker(Extension):
    tags = {"generation"}
    def parse(self, parser):
        lineno = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        call = self.call_method("_pass")
        return nodes.CallBlock(call, [], [], body).set_lineno(lineno)
    def _pass(self, caller):
        return caller()
def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)
def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)
env = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[Tracker, jinja2.ext.loopcontrols])
env.filters["tojson"] = tojson
env.globals["raise_exception"] = raise_exception
templates = {}
for line in sys.stdin:
    task = json.loads(line)
    clock = datetime.fromisoformat(task["clock"])
    env.globals["strftime_now"] = lambda f: clock.strftime(f)
    try:
        source = task["template"]
        if source not in templates: templates[source] = env.from_string(source)
        out = {"text": templates[source].render(**task["variables"])}
    except Exception as e:
        out = {"error": f"{type(e).__name__}: {e}"}
    print(json.dumps(out), flush=True)
`;

export type Answer = { readonly text: string } | { readonly error: string };

export interface Task {
  readonly template: string;
  /** The variables of the template, as JSON. */
  readonly json: string;
  /** The current date and time for the template, in the format `2026-01-31T12:00:00`. */
  readonly clock: string;
}

/** The limits of a run. `timeout`: in milliseconds. */
export interface PythonBounds {
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

export const usualBounds: PythonBounds = { timeout: 300_000 };
const maxBuffer = 1 << 30;

/** The names of the Python executable, the preferred one first. */
const names = process.platform === 'win32' ? ['python3.exe', 'python.exe'] : ['python3', 'python'];

/**
 * Returns the Python to run: `chosen`, or the first one in `PATH`. Relative folders in `PATH`, as in `PATH=.:…`, are ignored,
 * since they may be untrusted.
 */
export function findPython(chosen?: string, path = process.env.PATH ?? ''): string | undefined {
  if (chosen !== undefined && isAbsolute(chosen)) return existsSync(chosen) ? chosen : undefined;
  const commandNames = chosen === undefined ? names : /[\\/]/.test(chosen) ? [] : [chosen];
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.flatMap((folder) => commandNames.map((name) => join(folder, name))).find((file) => existsSync(file));
}

/** Runs Python, and returns its output. If it fails, throws an error with the last line of its error output. */
export function runPython(
  python: string,
  code: string,
  input: string,
  { timeout, signal }: PythonBounds,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout, signal, maxBuffer, killSignal: 'SIGKILL', encoding: 'utf8', windowsHide: true } as const;
    const child = execFile(python, ['-c', code], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const why = error.killed ? `it took longer than ${timeout / 1000} s` : stderr.trim().split('\n').at(-1);
      reject(new Error(`Python failed: ${why || error.message}`));
    });
    // Python may end before it has read all of its input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** The reason why Python cannot render; undefined if it can. */
export async function whyNoPython(python = findPython()): Promise<string | undefined> {
  if (python === undefined) return 'python3 was not found';
  try {
    await runPython(
      python,
      'import sys; sys.path[:] = [one for one in sys.path if one not in ("", ".")]; import jinja2',
      '',
      usualBounds,
    );
    return undefined;
  } catch {
    return `jinja2 is not installed for ${python}`;
  }
}

/** Puts JSON on one line. Its line breaks are always between values, since those in strings are escaped. */
const onOneLine = (json: string) => json.replace(/[\r\n]+/g, ' ');

/** Renders templates with Python, in a separate process. */
export async function renderInPython(
  tasks: readonly Task[],
  python = findPython(),
  bounds = usualBounds,
): Promise<Answer[]> {
  if (python === undefined) throw new Error('python3 was not found');
  const input = tasks
    .map(
      ({ template, json, clock }) =>
        `{"template": ${JSON.stringify(template)}, "clock": ${JSON.stringify(clock)}, "variables": ${onOneLine(json)}}\n`,
    )
    .join('');
  const out = await runPython(python, program, input, bounds);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

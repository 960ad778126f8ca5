/** The Python at hand, which renders templates as `transformers` does, for whoever wants to be sure. */
import { spawnSync } from 'node:child_process';

/** Jinja as `transformers` sets it up: an object of JSON a line in, and one out. */
const program = String.raw`
import json, sys
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
  /** The variables, as JSON. */
  readonly json: string;
  /** The date and time that the template is told, as in `2026-01-31T12:00:00`. */
  readonly clock: string;
}

const limits = { timeout: 300_000, maxBuffer: 1 << 30 } as const;

/** Why there is no Python that could render; undefined if there is one. */
export function whyNoPython(): string | undefined {
  const { status, error } = spawnSync('python3', ['-c', 'import jinja2'], limits);
  if (error) return 'there is no python3';
  return status === 0 ? undefined : 'python3 has no jinja2';
}

/** What Python makes of them, in a process of its own. */
export function renderInPython(tasks: readonly Task[]): Answer[] {
  const input = tasks
    .map(
      ({ template, json, clock }) =>
        `{"template": ${JSON.stringify(template)}, "clock": ${JSON.stringify(clock)}, "variables": ${json}}\n`,
    )
    .join('');
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program], { ...limits, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Python failed: ${stderr.trim().split('\n').at(-1)}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

# Renders templates as transformers does: one JSON object a line in, one out.
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

/**
 * The template of Gemma 4, which is used only for reading. A turn of the model continues after replies. Arguments have bare keys, and
 * strings have their own quotation marks.
 */
export const gemma4 = `{% macro written(value) %}{% if value is string %}{{ '<|"|>' + value + '<|"|>' }}{% elif value is mapping %}{{ '{' }}{% for k, v in value.items() %}{{ ',' if not loop.first }}{{ k }}:{{ written(v) }}{% endfor %}{{ '}' }}{% elif value is iterable %}[{% for v in value %}{{ ',' if not loop.first }}{{ written(v) }}{% endfor %}]{% else %}{{ value | tojson }}{% endif %}{% endmacro %}{{ bos_token }}{% if tools %}<|turn>system
{% for t in tools %}{{ '<|tool>declaration:' + t.function.name + written(t.function) + '<tool|>' }}{% endfor %}<turn|>
{% endif %}{% set ns = namespace(open=false, name='') %}{% for m in messages %}{% if m.role == 'tool' %}{% for o in messages %}{% for c in o.tool_calls %}{% if c.id == m.tool_call_id %}{% set ns.name = c.function.name %}{% endif %}{% endfor %}{% endfor %}{{ '<|tool_response>response:' + ns.name + '{value:<|"|>' + m.content + '<|"|>}<tool_response|>' }}{% elif m.role == 'assistant' %}{% if not ns.open %}<|turn>model
{% endif %}{% if m.reasoning_content %}<|channel>thought
{{ m.reasoning_content }}
<channel|>{% endif %}{{ m.content if m.content }}{% for c in m.tool_calls %}{{ '<|tool_call>call:' + c.function.name + '{' }}{% for k, v in c.function.arguments.items() %}{{ ',' if not loop.first }}{{ k }}:{{ written(v) }}{% endfor %}{{ '}<tool_call|>' }}{% endfor %}{% set ns.open = true if m.tool_calls else false %}{% if not ns.open %}<turn|>
{% endif %}{% else %}{% set ns.open = false %}<|turn>{{ 'user' if m.role == 'user' else 'system' }}
{{ m.content }}<turn|>
{% endif %}{% endfor %}{% if add_generation_prompt and not ns.open %}<|turn>model
{% endif %}`;

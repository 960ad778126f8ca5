/**
 * The template of Mistral. Instructions and tools are enclosed in their own tokens. An answer directly follows the question, and
 * only the end of an answer has a token.
 */
export const mistral = `{{ bos_token }}{% set ns = namespace(tools=true) %}{% for m in messages %}{% if m.role == 'system' or m.role == 'developer' %}[SYSTEM_PROMPT]{{ m.content }}[/SYSTEM_PROMPT]{% elif m.role == 'user' %}{% if tools and ns.tools %}{% set ns.tools = false %}[AVAILABLE_TOOLS]{{ tools | tojson }}[/AVAILABLE_TOOLS]{% endif %}[INST]{{ m.content }}[/INST]{% elif m.role == 'tool' %}[TOOL_RESULTS]{{ m.tool_call_id }}[TOOL_CONTENT]{{ m.content }}[/TOOL_RESULTS]{% else %}{% if m.reasoning_content %}[THINK]{{ m.reasoning_content }}[/THINK]{% endif %}{{ m.content }}{% for c in m.tool_calls %}[TOOL_CALLS]{{ c.function.name }}[CALL_ID]{{ c.id }}[ARGS]{{ c.function.arguments if c.function.arguments is string else c.function.arguments | tojson }}{% endfor %}</s>{% endif %}{% endfor %}`;

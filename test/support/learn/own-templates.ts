/** Our own chat templates. Each writes the same text around messages as the templates of a model family. */

/** The system text is in the first turn of the user. There are no tools or calls. */
const gemma = `{{ bos_token }}{% if messages[0].role == 'system' %}{% set first = messages[0].content + '\\n\\n' %}{% set rest = messages[1:] %}{% else %}{% set first = '' %}{% set rest = messages %}{% endif %}{% for m in rest %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Roles must alternate.') }}{% endif %}<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}
{{ (first if loop.first else '') + m.content | trim }}<end_of_turn>
{% endfor %}{% if add_generation_prompt %}<start_of_turn>model
{% endif %}`;

/** Tools are before the last question, and calls are one JSON list with ids that must have nine characters. */
const mistral = `{{ bos_token }}{% set ns = namespace(last=0) %}{% for m in messages %}{% if m.role == 'user' %}{% set ns.last = loop.index0 %}{% endif %}{% endfor %}{% for m in messages %}{% if m.role == 'system' %}[SYSTEM_PROMPT]{{ m.content }}[/SYSTEM_PROMPT]{% elif m.role == 'user' %}{% if tools and loop.index0 == ns.last %}[AVAILABLE_TOOLS]{{ tools | tojson }}[/AVAILABLE_TOOLS]{% endif %}[INST]{{ m.content }}[/INST]{% elif m.tool_calls %}[TOOL_CALLS][{% for c in m.tool_calls %}{% if c.id | length != 9 %}{{ raise_exception('An id has nine characters.') }}{% endif %}{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments if c.function.arguments is string else c.function.arguments | tojson }}, "id": "{{ c.id }}"}{{ ', ' if not loop.last }}{% endfor %}]{{ eos_token }}{% elif m.role == 'tool' %}[TOOL_RESULTS]{"content": {{ m.content }}, "call_id": "{{ m.tool_call_id }}"}[/TOOL_RESULTS]{% else %}{{ m.content + eos_token }}{% endif %}{% endfor %}`;

/** The template accepts arguments only as a string, and calls only with a null content. It cuts off the reasoning of earlier answers. */
const deepseek = `{{ bos_token }}{% for m in messages %}{% if m.role == 'system' %}{{ m.content }}{% endif %}{% endfor %}{% for m in messages %}{% if m.role == 'user' %}<｜User｜>{{ m.content }}{% elif m.role == 'assistant' and m.content is none %}<｜Assistant｜><｜tool▁calls▁begin｜>{% for c in m.tool_calls %}<｜tool▁call▁begin｜>{{ c.type }}<｜tool▁sep｜>{{ c.function.name }}
\`\`\`json
{{ c.function.arguments + '\\n' }}\`\`\`<｜tool▁call▁end｜>{{ '\\n' if not loop.last }}{% endfor %}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>{% elif m.role == 'assistant' %}<｜Assistant｜>{{ m.content.split('</think>')[-1] }}<｜end▁of▁sentence｜>{% elif m.role == 'tool' %}<｜tool▁output▁begin｜>{{ m.content }}<｜tool▁output▁end｜>{% endif %}{% endfor %}{% if add_generation_prompt %}<｜Assistant｜><think>
{% endif %}`;

/** Arguments are written one by one, tools as JSON on lines, and reasoning only in the last turn. */
const glm = `[gMASK]<sop>{% if tools %}<|system|>
# Tools
<tools>
{% for t in tools %}{{ t | tojson }}
{% endfor %}</tools>{% endif %}{% set ns = namespace(last=-1) %}{% for m in messages %}{% if m.role == 'user' %}{% set ns.last = loop.index0 %}{% endif %}{% endfor %}{% for m in messages %}{% if m.role == 'tool' %}{% if messages[loop.index0 - 1].role != 'tool' %}<|observation|>{% endif %}
<tool_response>
{{ m.content }}
</tool_response>{% elif m.role == 'assistant' %}<|assistant|>{% if loop.index0 > ns.last and m.reasoning_content %}
<think>{{ m.reasoning_content | trim }}</think>{% else %}
<think></think>{% endif %}{% if m.content %}
{{ m.content | trim }}{% endif %}{% for c in m.tool_calls %}
<tool_call>{{ c.function.name }}
{% for k, v in c.function.arguments.items() %}<arg_key>{{ k }}</arg_key>
<arg_value>{{ v if v is string else v | tojson }}</arg_value>
{% endfor %}</tool_call>{% endfor %}{% else %}<|{{ m.role }}|>
{{ m.content }}{% endif %}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}`;

/** Calls are identified only by their ids, tools are one list, and several roles have their own tokens. */
const kimi = `{% if tools %}<|im_system|>tool_declare<|im_middle|>{{ tools | tojson }}<|im_end|>{% endif %}{% for m in messages %}{% if m.role == 'tool' %}<|im_system|>tool<|im_middle|>## Return of {{ m.tool_call_id }}
{{ m.content }}<|im_end|>{% else %}<|im_{{ m.role }}|>{{ m.role }}<|im_middle|>{{ m.content }}{% if m.tool_calls %}<|tool_calls_section_begin|>{% for c in m.tool_calls %}<|tool_call_begin|>{{ c.id }}<|tool_call_argument_begin|>{{ c.function.arguments if c.function.arguments is string else c.function.arguments | tojson }}<|tool_call_end|>{% endfor %}<|tool_calls_section_end|>{% endif %}<|im_end|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|im_assistant|>assistant<|im_middle|>{% endif %}`;

/**
 * Replies are JSON strings, and a reply repeats the name of its call. Tools are written as TypeScript types. The system message contains
 * the current date.
 */
const typed = `<|start|>system<|message|>Today is {{ strftime_now('%Y-%m-%d') }}.<|end|>{% set ns = namespace(name='') %}{% for m in messages %}{% if m.role == 'system' or (loop.first and tools) %}<|start|>developer<|message|>{{ m.content if m.role == 'system' }}{% if tools %}

# Tools
{% for t in tools %}
// {{ t.function.description }}
type {{ t.function.name }} = ({% for k in t.function.parameters.properties %}{{ k }}: any, {% endfor %}) => any;
{% endfor %}
# End of tools{% endif %}<|end|>{% endif %}{% if m.role == 'user' %}<|start|>user<|message|>{{ m.content }}<|end|>{% elif m.role == 'tool' %}<|start|>functions.{{ ns.name }} to=assistant<|message|>{{ m.content | tojson }}<|end|>{% elif m.tool_calls %}{% if m.thinking %}<|start|>assistant<|channel|>analysis<|message|>{{ m.thinking }}<|end|>{% endif %}{% set ns.name = m.tool_calls[0].function.name %}<|start|>assistant to=functions.{{ ns.name }}<|message|>{{ m.tool_calls[0].function.arguments | tojson }}<|call|>{% elif m.role == 'assistant' %}{% if m.thinking %}<|start|>assistant<|channel|>analysis<|message|>{{ m.thinking }}<|end|>{% endif %}<|start|>assistant<|channel|>final<|message|>{{ m.content }}<|end|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|start|>assistant{% endif %}`;

export const ownTemplates = { gemma, mistral, deepseek, glm, kimi, typed } as const;

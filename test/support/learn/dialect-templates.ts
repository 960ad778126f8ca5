/**
 * Our own chat templates, whose output is read as transcripts. Each writes messages in the same frames as the templates of a model family.
 */
import { gemma4 } from '../../../server/src/templates/models/gemma-4.ts';
import { ownTemplates } from './own-templates.ts';

/** The header of an opener ends with a token, and the calls of a message are one JSON list. */
const granite = `{% for m in messages %}{% if m.tool_calls %}<|start_of_role|>assistant<|end_of_role|><|tool_call|>[{% for c in m.tool_calls %}{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}{{ ', ' if not loop.last }}{% endfor %}]<|end_of_text|>
{% else %}<|start_of_role|>{{ 'tool_response' if m.role == 'tool' else m.role }}<|end_of_role|>{{ m.content }}<|end_of_text|>
{% endif %}{% endfor %}{% if add_generation_prompt %}<|start_of_role|>assistant<|end_of_role|>{% endif %}`;

/** ChatML with a separator in place of the line break. */
const phi4 = `{% for m in messages %}<|im_start|>{{ m.role }}<|im_sep|>{{ m.content }}<|im_end|>{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant<|im_sep|>{% endif %}`;

/** Two tokens begin each message. */
const command = `{{ bos_token }}{% for m in messages %}<|START_OF_TURN_TOKEN|><|{{ {'user': 'USER', 'assistant': 'CHATBOT', 'system': 'SYSTEM', 'tool': 'TOOL'}[m.role] }}_TOKEN|>{{ m.content | trim if m.content }}{% if m.tool_calls %}<|START_ACTION|>{{ m.tool_calls | tojson }}<|END_ACTION|>{% endif %}<|END_OF_TURN_TOKEN|>{% endfor %}{% if add_generation_prompt %}<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>{% endif %}`;

/** The system text is between markers in the first turn of the user. */
const llama2 = `{% if messages[0].role == 'system' %}{% set first = '<<SYS>>\\n' + messages[0].content + '\\n<</SYS>>\\n\\n' %}{% set rest = messages[1:] %}{% else %}{% set first = '' %}{% set rest = messages %}{% endif %}{% for m in rest %}{% if m.role not in ['user', 'assistant'] %}{{ raise_exception('No tools.') }}{% elif m.role == 'user' %}{{ bos_token }}[INST] {{ (first if loop.first else '') + m.content }} [/INST]{% else %} {{ m.content }} {{ eos_token }}{% endif %}{% endfor %}`;

/** Reasoning, calls and replies are in tags. */
const tagged = `{% for m in messages %}{% if m.role == 'tool' %}<|im_start|>user
<tool_response>
{{ m.content }}
</tool_response><|im_end|>
{% else %}<|im_start|>{{ m.role }}
{% if m.reasoning_content %}<think>
{{ m.reasoning_content }}
</think>

{% endif %}{{ m.content if m.content }}{% for c in m.tool_calls %}<tool_call>
{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
</tool_call>{% endfor %}<|im_end|>
{% endif %}{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

/** A call has its name in the header and in the body, and so has a reply. */
const named = `{% for m in messages %}{% if m.role == 'tool' %}<|begin|>tool {{ m.name }}<|text|><output name="{{ m.name }}">
{{ m.content }}
</output><|stop|>{% elif m.tool_calls %}{% for c in m.tool_calls %}<|begin|>assistant to={{ c.function.name }}<|text|><invoke name="{{ c.function.name }}">{{ c.function.arguments | tojson }}</invoke>{{ '<|stop|>' if loop.last else '<|next|>' }}{% endfor %}{% else %}<|begin|>{{ m.role }}{{ ' to=user' if m.role == 'assistant' }}<|text|>{{ m.content }}<|stop|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|begin|>assistant{% endif %}`;

/** A role token begins a message, and the next role token ends it. */
const zephyr = `{% for m in messages %}<|{{ m.role }}|>
{{ m.content + eos_token }}
{% endfor %}{% if add_generation_prompt %}<|assistant|>
{% endif %}`;

/** A template that writes headings in place of tokens. */
const headed = `{% for m in messages %}{% if m.role == 'system' %}{{ m.content }}

{% elif m.role == 'user' %}### Instruction:
{{ m.content }}

{% elif m.role == 'tool' %}{{ raise_exception('No tools.') }}{% else %}### Response:
{{ m.content }}

{% endif %}{% endfor %}{% if add_generation_prompt %}### Response:
{% endif %}`;

/** Calls are JSON without any marker, and tools are in the first turn of the user. */
const bare = `{{ bos_token }}{% for m in messages %}{% if m.tool_calls %}<|start_header_id|>assistant<|end_header_id|>

{"name": "{{ m.tool_calls[0].function.name }}", "parameters": {{ m.tool_calls[0].function.arguments | tojson }}}<|eot_id|>{% else %}<|start_header_id|>{{ 'ipython' if m.role == 'tool' else m.role }}<|end_header_id|>

{{ m.content }}<|eot_id|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>

{% endif %}`;

/** Reasoning is in square brackets before the answer. */
const magistral = `{{ bos_token }}{% for m in messages %}{% if m.role == 'system' %}[SYSTEM_PROMPT]{{ m.content }}[/SYSTEM_PROMPT]{% elif m.role == 'user' %}[INST]{{ m.content }}[/INST]{% elif m.role == 'tool' %}[TOOL_RESULTS]{{ m.content }}[/TOOL_RESULTS]{% else %}{% if m.reasoning_content %}[THINK]{{ m.reasoning_content }}[/THINK]{% endif %}{{ m.content if m.content }}{% for c in m.tool_calls %}[TOOL_CALLS]{{ c.function.name }}[ARGS]{{ c.function.arguments | tojson }}{% endfor %}{{ eos_token }}{% endif %}{% endfor %}`;

/** A single call has no end marker, only the first reply has a marker before it, and an answer to replies has no opener. */
const fenced = `{{ bos_token }}{% set ns = namespace(replied=false) %}{% for m in messages %}{% if m.role == 'system' %}{{ m.content }}{% endif %}{% endfor %}{% for m in messages %}{% if m.role == 'user' %}<｜User｜>{{ m.content }}{% elif m.role == 'tool' %}{{ '\\n' if ns.replied else '<｜tool▁outputs▁begin｜>' }}<｜tool▁output▁begin｜>{{ m.content }}<｜tool▁output▁end｜>{% elif m.role == 'assistant' %}{{ '<｜tool▁outputs▁end｜>' if ns.replied else '<｜Assistant｜>' }}{% if m.tool_calls %}<｜tool▁calls▁begin｜>{% for c in m.tool_calls %}{{ '\\n' if not loop.first }}<｜tool▁call▁begin｜>function<｜tool▁sep｜>{{ c.function.name }}
\`\`\`json
{{ c.function.arguments | tojson }}
\`\`\`<｜tool▁call▁end｜>{% endfor %}{% if m.tool_calls | length > 1 %}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>{% endif %}{% else %}{{ m.content }}<｜end▁of▁sentence｜>{% endif %}{% endif %}{% set ns.replied = m.role == 'tool' %}{% endfor %}{% if ns.replied %}<｜tool▁outputs▁end｜>{% elif add_generation_prompt %}<｜Assistant｜>{% endif %}`;

/** Calls after replies have neither the opener of the model nor the marker that begins a section of calls. */
const resumed = `{{ bos_token }}{% set ns = namespace(replied=false) %}{% for m in messages %}{% if m.role == 'system' %}{{ m.content }}{% endif %}{% endfor %}{% for m in messages %}{% if m.role == 'user' %}<｜User｜>{{ m.content }}{% elif m.role == 'tool' %}{{ '\\n' if ns.replied else '<｜tool▁outputs▁begin｜>' }}<｜tool▁output▁begin｜>{{ m.content }}<｜tool▁output▁end｜>{% elif m.tool_calls %}{{ '\\n' if ns.replied else '<｜Assistant｜><｜tool▁calls▁begin｜>' }}{% for c in m.tool_calls %}{{ '\\n' if not loop.first }}<｜tool▁call▁begin｜>function<｜tool▁sep｜>{{ c.function.name }}
\`\`\`json
{{ c.function.arguments | tojson }}
\`\`\`<｜tool▁call▁end｜>{% endfor %}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>{% elif m.role == 'assistant' %}{{ '<｜tool▁outputs▁end｜>' if ns.replied else '<｜Assistant｜>' }}{{ m.content }}<｜end▁of▁sentence｜>{% endif %}{% set ns.replied = m.role == 'tool' %}{% endfor %}{% if ns.replied %}<｜tool▁outputs▁end｜>{% elif add_generation_prompt %}<｜Assistant｜>{% endif %}`;

/** An empty answer follows the calls of each message. */
const answered = `{{ bos_token }}{% set ns = namespace(replied=false) %}{% for m in messages %}{% if m.role == 'system' %}{{ m.content }}{% endif %}{% endfor %}{% for m in messages %}{% if m.role == 'user' %}<｜User｜>{{ m.content }}{% elif m.role == 'tool' %}{{ '\\n' if ns.replied else '<｜tool▁outputs▁begin｜>' }}<｜tool▁output▁begin｜>{{ m.content }}<｜tool▁output▁end｜>{% elif m.role == 'assistant' %}{% if m.tool_calls %}<｜Assistant｜><｜tool▁calls▁begin｜>{% for c in m.tool_calls %}{{ '\\n' if not loop.first }}<｜tool▁call▁begin｜>function<｜tool▁sep｜>{{ c.function.name }}
\`\`\`json
{{ c.function.arguments | tojson }}
\`\`\`<｜tool▁call▁end｜>{% endfor %}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>{% endif %}{{ '<｜tool▁outputs▁end｜>' if ns.replied else '<｜Assistant｜>' }}{{ m.content or '' }}<｜end▁of▁sentence｜>{% endif %}{% set ns.replied = m.role == 'tool' %}{% endfor %}{% if ns.replied %}<｜tool▁outputs▁end｜>{% elif add_generation_prompt %}<｜Assistant｜>{% endif %}`;

const { gemma, mistral, deepseek, glm, kimi, typed } = ownTemplates;

export const dialectTemplates: Readonly<Record<string, string>> = {
  ...{ gemma, mistral, deepseek, glm, kimi, typed },
  ...{
    granite,
    phi4,
    command,
    llama2,
    tagged,
    zephyr,
    headed,
    bare,
    magistral,
    fenced,
    resumed,
    answered,
    named,
    gemma4,
  },
};

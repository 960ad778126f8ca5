/**
 * Templates that write the same text as published templates for the conversations in `cases.json`, in as few lines as possible. The labels
 * in `cases.json` were computed by the trainers' own functions with the published templates.
 */

const chatml = `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;

/**
 * Returns a template of Qwen3. `thinks` is the condition for writing reasoning in a message. `tagged` says whether trained text is in `{%
 * generation %}` tags, as in TRL.
 */
function qwen3(thinks: string, tagged: boolean): string {
  return `{%- set state = namespace(query=-1) %}
{%- for message in messages %}{% if message.role == 'user' %}{% set state.query = loop.index0 %}{% endif %}{% endfor %}
{%- for message in messages %}
{%- set content = message.content if message.content is string else '' %}
{%- if message.role == 'assistant' %}
{{- '<|im_start|>assistant\\n' }}
{%- ${tagged ? 'generation' : 'if true'} %}
{%- set thought = message.reasoning_content if message.reasoning_content is string else '' %}
{%- if ${thinks} %}{{ '<think>\\n' + thought.strip('\\n') + '\\n</think>\\n\\n' + content.lstrip('\\n') }}
{%- else %}{{ content }}{% endif %}
{%- for call in message.tool_calls or [] %}
{{- ('\\n' if content or not loop.first else '') + '<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' + (call.function.arguments | tojson) + '}\\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- ${tagged ? 'endgeneration' : 'endif'} %}
{%- elif message.role == 'tool' %}{{ '<|im_start|>user\\n<tool_response>\\n' + content + '\\n</tool_response><|im_end|>\\n' }}
{%- else %}{{ '<|im_start|>' + message.role + '\\n' + content + '<|im_end|>\\n' }}{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;
}

const header = (role: string) => `'<|start_header_id|>' + ${role} + '<|end_header_id|>\\n\\n'`;

const llama3 = (tagged: boolean) => `{%- for message in messages %}
{%- if loop.first %}{{ bos_token }}{% endif %}
{{- ${header('message.role')} }}
{%- if message.role == 'assistant' %}${tagged ? '{% generation %}' : ''}{{ message.content | trim + '<|eot_id|>' }}${tagged ? '{% endgeneration %}' : ''}
{%- else %}{{ message.content | trim + '<|eot_id|>' }}{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ ${header("'assistant'")} }}{% endif %}`;

/** Returns a template of Llama 3. `date` is an expression for the date in the system message. */
const llama3WithTools = (
  date: string,
) => `{{- bos_token + ${header("'system'")} + 'Cutting Knowledge Date: December 2023\\nToday Date: ' + ${date} + '\\n\\n<|eot_id|>' }}
{%- for message in messages %}
{%- if message.tool_calls %}
{{- ${header("'assistant'")} + '{"name": "' + message.tool_calls[0].function.name + '", "parameters": ' + (message.tool_calls[0].function.arguments | tojson) + '}<|eot_id|>' }}
{%- elif message.role == 'tool' %}{{ ${header("'ipython'")} + (message.content | tojson) + '<|eot_id|>' }}
{%- else %}{{ ${header('message.role')} + message.content + '<|eot_id|>' }}{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ ${header("'assistant'")} }}{% endif %}`;

/** Reasoning is written only after the last question, and not next to a call if an answer follows. */
const gptOss = (tagged: boolean) => {
  const [open, close] = tagged ? ['{% generation %}', '{% endgeneration %}'] : ['', ''];
  return `{{- '<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\\nKnowledge cutoff: 2024-06\\nCurrent date: ' + strftime_now('%Y-%m-%d') + '\\n\\nReasoning: medium\\n\\n# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|>' }}
{%- for message in messages %}
{%- if message.role == 'system' %}{{ '<|start|>developer<|message|># Instructions\\n\\n' + message.content + '\\n\\n<|end|>' }}
{%- elif message.role == 'tool' %}{{ '<|start|>functions.get_weather to=assistant<|channel|>commentary<|message|>' + (message.content | tojson) + '<|end|>' }}
{%- elif message.role == 'user' %}{{ '<|start|>user<|message|>' + message.content + '<|end|>' }}
{%- elif message.tool_calls %}${open}{{ '<|start|>assistant to=functions.' + message.tool_calls[0].function.name + '<|channel|>commentary json<|message|>' + (message.tool_calls[0].function.arguments | tojson) + '<|call|>' }}${close}
{%- elif loop.last and not add_generation_prompt %}${open}
{%- if message.thinking %}{{ '<|start|>assistant<|channel|>analysis<|message|>' + message.thinking + '<|end|>' }}{% endif %}
{{- '<|start|>assistant<|channel|>final<|message|>' + message.content + '<|return|>' }}${close}
{%- else %}${open}{{ '<|start|>assistant<|channel|>final<|message|>' + message.content + '<|end|>' }}${close}{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|start|>assistant' }}{% endif %}`;
};

const afterQuestion = "loop.index0 > state.query and (loop.last or message.reasoning_content or '')";

/** The templates by their names in the cases. */
export const templates: Readonly<Record<string, string>> = {
  'qwen3-stock': qwen3(afterQuestion, false),
  'qwen3-trl': qwen3('true', true),
  'qwen3-axolotl': qwen3(
    'loop.index0 > state.query and (loop.index0 == real_last_index or message.reasoning_content)',
    false,
  ),
  'chatml-axolotl': chatml,
  'llama3-axolotl': llama3(false),
  'llama3-trl': llama3(true),
  llama3_1: llama3WithTools("'26 Jul 2024'"),
  'llama3_2_vision-axolotl': llama3WithTools("strftime_now('%d %b %Y')"),
  'gptoss-stock': gptOss(false),
  'gptoss-trl': gptOss(true),
};

/** The template of Gemma. The instructions are part of the user's first turn. Gemma 3 has no format of its own for calls. */
export const gemma = `{{ bos_token }}{% set ns = namespace(first='') %}{% for m in messages %}{% if m.role == 'system' or m.role == 'developer' %}{% set ns.first = ns.first + m.content + '\\n\\n' %}{% elif m.role == 'user' %}<start_of_turn>user
{{ ns.first + m.content }}<end_of_turn>
{% set ns.first = '' %}{% elif m.role == 'assistant' and m.content %}<start_of_turn>model
{{ m.content }}<end_of_turn>
{% endif %}{% endfor %}{% if add_generation_prompt %}<start_of_turn>model
{% endif %}`;

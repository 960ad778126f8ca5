/**
 * The template of Command R. Turns have a token for the speaker; the model's thoughts, calls and answers are each enclosed in their
 * own tokens.
 */
export const commandR = `{{ bos_token }}{% if tools %}<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|># Available Tools
{{ tools | tojson }}<|END_OF_TURN_TOKEN|>{% endif %}{% for m in messages %}{% if m.role == 'user' %}<|START_OF_TURN_TOKEN|><|USER_TOKEN|>{{ m.content }}<|END_OF_TURN_TOKEN|>{% elif m.role == 'tool' %}<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|><|START_TOOL_RESULT|>[
    {
        "tool_call_id": {{ m.tool_call_id | tojson }},
        "results": {
            "0": {{ m.content | tojson }}
        },
        "is_error": null
    }
]<|END_TOOL_RESULT|><|END_OF_TURN_TOKEN|>{% elif m.role == 'assistant' %}<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>{% if m.reasoning_content %}<|START_THINKING|>{{ m.reasoning_content }}<|END_THINKING|>{% endif %}{% if m.content %}<|START_RESPONSE|>{{ m.content }}<|END_RESPONSE|>{% endif %}{% if m.tool_calls %}<|START_ACTION|>[
{% for c in m.tool_calls %}    {"tool_call_id": {{ c.id | tojson }}, "tool_name": {{ c.function.name | tojson }}, "parameters": {{ c.function.arguments if c.function.arguments is string else c.function.arguments | tojson }}}{{ ',' if not loop.last }}
{% endfor %}]<|END_ACTION|>{% endif %}<|END_OF_TURN_TOKEN|>{% else %}<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>{{ m.content }}<|END_OF_TURN_TOKEN|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>{% endif %}`;

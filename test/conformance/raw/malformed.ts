/**
 * Outputs with one mistake each, modeled on public threads, and their errors and warnings. An output without errors and warnings has a
 * problem of severity information.
 */
export const malformed: readonly (readonly [output: string, ...problems: string[]])[] = [
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f to=functions.f <|constrain|>json<|message|>{}<|call|>',
    'harmony-rejects «to=functions.f»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant to=functions.f<|channel|>commentary to=functions.f json<|message|>{}<|call|>',
    'harmony-rejects «to=functions.f»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|> json<|message|>{}<|call|>',
    'harmony-rejects « »',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f<|constrain|>response<|message|>{}<|call|>',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=web-browsing.search json<|message|>{"a":1<|call|>',
    'content-type-mismatch «1»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary json to=functions.f<|message|>{}<|call|>',
    'E-PARSE-HEADER «json»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final<|channel|>final<|message|>Hi<|return|>',
    'E-PARSE-HEADER «<|channel|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|start|>assistant<|channel|>final<|message|>Hi<|return|>',
    'E-PARSE-HEADER «<|start|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistantassistant<|channel|>final<|message|>Hi<|return|>',
    'E-PARSE-HEADER «assistantassistant»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|>assistant<|channel|>final<|message|>Hi<|return|>',
    'start-missing «assistant»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|><|channel|>final<|message|>Hi<|return|>',
    'E-PARSE-HEADER «<|start|>»',
  ],
  ['<|channel|>analysis<|message|>Think.<|end|><|start|><|message|>Hi<|return|>', 'E-PARSE-HEADER «<|start|>»'],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|><|message|>Hi<|return|>',
    'E-PARSE-HEADER «<|channel|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final Hi there, friend.<|return|>',
    'E-PARSE-HEADER «<|return|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final\nHi there.<|return|>',
    'E-PARSE-HEADER «<|return|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final: <|message|>Hi<|return|>',
    'E-PARSE-HEADER «final:»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>Final<|message|>Hi<|return|>',
    'E-PARSE-HEADER «Final»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>finale<|message|>Hi<|return|>',
    'E-PARSE-HEADER «finale»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>answer<|message|>Hi<|return|>',
    'E-PARSE-HEADER «answer»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>analysis to=functions.f json<|message|>{"a": }<|call|>',
    'E-CALL-SCHEMA «}»',
    'tool-channel «analysis»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{"a": undefined}<|call|>',
    'E-CALL-SCHEMA «undefined»',
  ],
  [
    "<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{'a': 1}<|call|>",
    "E-CALL-SCHEMA «'»",
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>```json\n{"a": 1}\n```<|call|>',
    'E-CALL-SCHEMA «`»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{"a": 1}}<|call|>',
    'E-CALL-SCHEMA «}»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{"a": "x" "b": 2}<|call|>',
    'E-CALL-SCHEMA «"»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>"{\\"a\\": 1}"<|call|>',
    'E-CALL-SCHEMA «"{\\"a\\": 1}"»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|><|call|>',
    'E-CALL-SCHEMA «<|message|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{"a": 1}<|end|><|start|>assistant<|channel|>final<|message|>Hi.<|return|>',
    'call-terminator «<|end|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{"a": 1}',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{"a": 1, "b": "lon',
    'E-STREAM-TRUNCATED «n»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|mesage|>{"a": 1}<|call|>',
    'E-PARSE-HEADER «<|mesage|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|chanel|>final<|message|>Hi<|return|>',
    'E-PARSE-HEADER «<|chanel|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|strat|>assistant<|channel|>final<|message|>Hi<|return|>',
    'stray-text «<|strat|>assistant»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|retrun|>',
    'token-misspelled «<|retrun|>»',
  ],
  ['<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|im_end|>'],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>\nuser: and now?',
    'stray-text «user: and now?»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|>\n\nSure, here it is:<|start|>assistant<|channel|>final<|message|>Hi.<|return|>',
    'stray-text «Sure, here it is:»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to = functions.f json<|message|>{}<|call|>',
    'E-PARSE-HEADER «to = functions.f»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f, json<|message|>{}<|call|>',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{}<|call|>',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f code_interpreter json<|message|>{}<|call|>',
    'E-PARSE-HEADER «code_interpreter»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to= functions.f json<|message|>{}<|call|>',
    'E-PARSE-HEADER «functions.f»',
  ],
  [
    'We should answer.<|end|><|start|>assistant<|channel|>final<|message|>Hi.<|return|>',
    'E-PARSE-HEADER «We should answer.»',
  ],
  ['analysisThe user says hi.assistantfinalHello!'],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary<|message|>{"tool_calls":[{"name":"f","arguments":{}}]}<|call|>',
    'call-mixed «"tool_calls"»',
    'call-no-recipient «<|call|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|call|>',
    'call-no-recipient «<|call|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary functions.f<|message|>{}<|call|>',
    'E-PARSE-HEADER «functions.f»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|message|>Hi<|return|><|start|>assistant<|channel|>analysis',
    'answer-channel-missing «assistant»',
    'E-STREAM-TRUNCATED «<|start|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|><|end|>',
    'harmony-rejects «<|end|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistent<|channel|>final<|message|>Hi<|return|>',
    'E-PARSE-HEADER «assistent»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>Assistant<|channel|>final<|message|>Hi<|return|>',
    'E-PARSE-HEADER «Assistant»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|>commentary to=functions.f json<|message|>{}<|call|>',
    'stray-text «commentary to=functions.f json»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f<|message|>f(a=1)<|call|>',
    'E-CALL-SCHEMA «f(a=1)»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant code<|message|>{}<|call|>',
    'E-PARSE-HEADER «code»',
    'call-no-recipient «<|call|>»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": NaN}<|call|>',
    'E-BODY-CONSTRAINT-VIOLATION «NaN»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": "tab\there"}<|call|>',
    'E-BODY-CONSTRAINT-VIOLATION «\t»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": 1}\n\nDone.<|call|>',
    'E-BODY-CONSTRAINT-VIOLATION «D»',
  ],
  [
    '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|',
    'E-STREAM-TRUNCATED «<|start|>»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": 1}\n</tool_call><|im_end|>',
    'function-json «}»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}}\n</tool_call><|im_end|>',
    'function-json «}»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": "{\\"a\\": 1}"}\n</tool_call><|im_end|>',
    'E-CALL-SCHEMA «"{\\"a\\": 1}"»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n{"function": "f", "arguments": {}}\n</tool_call><|im_end|>',
    'E-CALL-SCHEMA «"function"»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "parameters": {"a": 1}}\n</tool_call><|im_end|>',
    'E-CALL-SCHEMA «"parameters"»',
  ],
  ['<|im_start|>assistant\n<tool_call>\nf(a=1)\n</tool_call><|im_end|>', 'function-json «f(a=1)»'],
  ['<|im_start|>assistant\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>', 'function-json «</tool_call>»'],
  ['<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}<|im_end|>', 'function-json «<tool_call>»'],
  [
    '<|im_start|>assistant\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>',
    'function-json «</tool_call>»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n<function=f\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>',
    'function-json «<function=f»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n<parameter=a>\n1\n</function>\n</tool_call><|im_end|>',
    'function-json «<parameter=a>»',
  ],
  [
    '<|im_start|>assistant\n<think>\nHm. Call:\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>',
    'thought-unclosed «<think>»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": "x\ny"}}\n</tool_call><|im_end|>',
    'function-json «»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n```json\n{"name": "f", "arguments": {}}\n```\n</tool_call><|im_end|>',
    'function-json «`»',
  ],
  [
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n</tool_call><|im_end|>',
    'function-json «</tool_call>»',
  ],
  ['<|im_start|>assistant\n<|tool_call|>\n{"name": "f", "arguments": {}}\n</|tool_call|><|im_end|>'],
  ['<|im_start|>assistant Hi<|im_end|>', 'E-PARSE-HEADER «Hi»'],
  ['<|im_start|>asistant\nHi<|im_end|>', 'E-PARSE-HEADER «asistant»'],
  ['<|im_start|>user\nHi\n<|im_start|>assistant\nHo<|im_end|>', 'end-missing «<|im_start|>»'],
  ['assistant\nHi<|im_end|>', 'start-missing «<|im_end|>»'],
  ['<|im_start|>user\nHi<|im_end|>\n<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>', 'start-missing «<|im_end|>»'],
  ['<im_start>user\nHi<im_end>\n<|im_start|>assistant\nHo<|im_end|>', 'stray-text «<im_start>user»'],
  ['<|im_start|>user\nHi</s>\n<|im_start|>assistant\nHo<|im_end|>', 'end-missing «<|im_start|>»'],
];

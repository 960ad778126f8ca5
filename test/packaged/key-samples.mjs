// The files in which every key is tried, and what is typed there.

/** Prose with the beginnings of messages, with keys and roles, and with characters that open lists in other contexts. */
const prose =
  'Is a < b, or "c" = d? user: call to=x > y | z, role system assistant final <b> {"name": 1}\nversion: no\n';
/** Code in which `<|` is an operator. */
const code = '```fsharp\nlet user = x <| y |> "z"\n```\nand `a <| b` is code\n';
/** Words that a list could complete, each followed by a tab. */
const tabbed = 'us\tto=\tsays "a"\tend\n';
const spoken = prose + code + tabbed;
// The text to type inside a JSON string, so without double quotes and line breaks.
const inString = 'Is a < b, or c = d? us\tuser:\tto=x | z <b> {1} `<|` a';

/** For each file: its text, with `@@` where the test types; the text to type; and the terminators to type after it. */
export const documents = {
  'two.ocml': ['version: 2.2\n<|start|>user<|message|>@@', spoken, '<|end|>'],
  'thought.ocml': [
    'version: 2.2\n<|start|>assistant<|channel|>analysis<|message|><|start_reason|>@@',
    spoken,
    '<|end_reason|><|end|>',
  ],
  'harmony.harmony': ['<|start|>system<|message|>You are kind.\n@@', spoken, '<|end|>'],
  'chat.ocml': ['<|im_start|>user\n@@', spoken, '<|im_end|>'],
  'think.ocml': ['<|im_start|>assistant\n<think>\n@@', spoken, '</think><|im_end|>'],
  'llama.ocml': ['<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\n@@', spoken, '<|eot_id|>'],
  'model.ocml': ['<|begin_of_text|><|start_header_id|>assistant<|end_header_id|>\n\n@@', spoken, '<|eot_id|>'],
  'chat.messages.json': ['{"messages": [{"role": "user", "content": "@@"}]}', inString, ''],
  'chat.ocml.json': ['{"version": "2.2", "messages": [{"role": "user", "content": "@@"}]}', inString, ''],
  'rows.messages.jsonl': ['{"messages": [{"role": "user", "content": "@@"}]}\n', inString, ''],
  'chat.chatml.json': ['[{"token": "<|user|>"}, "@@"]', inString, ''],
  'request.json': ['{"model": "m", "messages": [{"role": "user", "content": "@@"}]}', inString, ''],
  'train.jsonl': ['{"messages": [{"role": "user", "content": "@@"}]}\n', inString, ''],
  'gemma.ocml': ['<bos><start_of_turn>user\n@@', spoken, '<end_of_turn>'],
  'server.log': ['12:00:01 INFO <|start|>assistant<|channel|>final<|message|>Hi @@ there<|end|>\n', inString, ''],
  'chat_template.jinja': [
    '{% for m in messages %}\n@@\n{% endfor %}\n',
    '<|im_start|>{{ m.role }}: "a" {# note #}{% if m.x %}b{% else %}c{% endif %}{{ m["content"] | trim }}<|im_end|>',
    '',
  ],
};
/** The files that are not read as transcripts, so the server has no outline of them. */
export const unread = new Set(['server.log', 'chat_template.jinja']);

/** The settings of these files: in strings of any JSON file, VS Code offers the words of the file by itself. Only our lists are tested. */
export const settings = JSON.stringify(
  Object.fromEntries(
    ['json', 'jsonl', 'jsonc', 'log', 'jinja'].map((language) => [
      `[${language}]`,
      { 'editor.wordBasedSuggestions': 'off' },
    ]),
  ),
);

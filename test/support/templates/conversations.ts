/** Realistic conversations of every kind that templates treat differently. They are JSON text, so that `1.0` stays `1.0`. */

const weather = `{"type": "function", "function": {"name": "get_weather", "description": "Weather at a place.\\nNow.", "parameters": {"type": "object", "properties": {"city": {"type": "string", "description": "City, e.g. \\"Zürich\\""}, "days": {"type": "integer", "minimum": 1, "default": 3}, "units": {"type": ["string", "null"], "enum": ["C", "F"]}, "limits": {"type": "array", "items": {"type": "number"}}, "place": {"type": "object", "properties": {"lat": {"type": "number"}}, "required": ["lat"]}}, "required": ["city"]}, "return": {"type": "string"}}}`;
const clock = `{"type": "function", "function": {"name": "clock", "description": "The time.", "parameters": {"type": "object", "properties": {}}}}`;
const tools = `[${weather}, ${clock}]`;
const system = '{"role": "system", "content": "You are  a helper.\\n"}';
const user = '{"role": "user", "content": "Weather in Zürich?"}';
const answer = '{"role": "assistant", "content": "It is 21 °C. "}';
const call = (args: string, content = 'null', id = 'call_1') =>
  `{"role": "assistant", "content": ${content}, "tool_calls": [{"id": "${id}", "type": "function", "function": {"name": "get_weather", "arguments": ${args}}}]}`;
const asObject = '{"city": "Zürich", "days": 2, "limits": [1.0, 2.5, -3, 1e3], "deep": {"on": true, "off": null}}';
const asString = '"{\\"city\\": \\"Zürich\\", \\"days\\": 2}"';
const reply = '{"role": "tool", "tool_call_id": "call_1", "name": "get_weather", "content": "{\\"t\\": 21.0}"}';
const tokens = '"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>"';

const rows: Readonly<Record<string, string>> = {
  'one question': `"messages": [${user}]`,
  'system and question': `"messages": [${system}, ${user}]`,
  turns: `"messages": [${user}, ${answer}, {"role": "user", "content": "And tomorrow?"}]`,
  'system and turns': `"messages": [${system}, ${user}, ${answer}, {"role": "user", "content": "  And tomorrow? \\n"}]`,
  'ends with an answer': `"messages": [${system}, ${user}, ${answer}], "add_generation_prompt": false`,
  reasoning: `"messages": [${user}, {"role": "assistant", "reasoning_content": "Look it up.\\nThen say.", "content": "21 °C"}, ${user}]`,
  'thinking in tags': `"messages": [${user}, {"role": "assistant", "content": "<think>\\nLook it up.\\n</think>\\n\\n21 °C"}, ${user}, {"role": "assistant", "content": "<think>a</think>b"}], "add_generation_prompt": false`,
  'tools declared': `"messages": [${system}, ${user}], "tools": ${tools}`,
  'call with an object': `"messages": [${user}, ${call(asObject)}, ${reply}], "tools": ${tools}`,
  'call with a string': `"messages": [${user}, ${call(asString)}, ${reply}], "tools": ${tools}`,
  'call and text': `"messages": [${system}, ${user}, ${call(asObject, '"I look."')}, ${reply}, ${answer}, ${user}], "tools": ${tools}`,
  'two calls': `"messages": [${user}, {"role": "assistant", "content": "", "tool_calls": [{"id": "abcdefgh1", "type": "function", "function": {"name": "get_weather", "arguments": ${asObject}}}, {"id": "abcdefgh2", "type": "function", "function": {"name": "clock", "arguments": {}}}]}, {"role": "tool", "tool_call_id": "abcdefgh1", "name": "get_weather", "content": "21"}, {"role": "tool", "tool_call_id": "abcdefgh2", "name": "clock", "content": "12:00"}], "tools": ${tools}`,
  'call without tools': `"messages": [${user}, ${call(asObject, '""', 'call12345')}, {"role": "tool", "tool_call_id": "call12345", "content": "21"}]`,
  'content parts': `"messages": [{"role": "system", "content": [{"type": "text", "text": "Brief."}]}, {"role": "user", "content": [{"type": "text", "text": "What is "}, {"type": "image"}, {"type": "text", "text": "this?"}]}]`,
  'null content': `"messages": [${user}, {"role": "assistant", "content": null}, ${user}]`,
  'no content': `"messages": [${user}, {"role": "assistant"}, ${user}]`,
  'other scripts': `"messages": [{"role": "user", "content": "こんにちは 👋🏽\\u00a0naïve — \\"quoted\\" 'single' \\\\ back\\tslash"}, {"role": "assistant", "content": "你好，世界"}, {"role": "user", "content": "Привет\\r\\nمرحبا"}]`,
  developer: `"messages": [{"role": "developer", "content": "Be short."}, ${user}], "reasoning_effort": "low"`,
  'two users': `"messages": [${user}, ${user}]`,
  'thinking off': `"messages": [${system}, ${user}], "enable_thinking": false, "thinking": false`,
  'reply as an object': `"messages": [${user}, ${call(asObject)}, {"role": "tool", "tool_call_id": "call_1", "name": "get_weather", "content": {"t": 21.0, "ok": true, "by": [1, "a'b"]}}, {"role": "assistant", "content": "21", "reasoning_content": "So."}], "tools": ${tools}, "documents": [{"title": "A", "text": "b"}], "add_generation_prompt": true`,
};

export interface Context {
  readonly name: string;
  /** The variables for the template, as JSON. */
  readonly json: string;
}

/** The conversations, with the default variables of `transformers`. */
export const contexts: readonly Context[] = Object.entries(rows).map(([name, members]) => ({
  name,
  json: `{${[
    tokens,
    ...(members.includes('"tools"') ? [] : ['"tools": null']),
    ...(members.includes('"documents"') ? [] : ['"documents": null']),
    ...(members.includes('"add_generation_prompt"') ? [] : ['"add_generation_prompt": true']),
    members,
  ].join(', ')}}`,
}));

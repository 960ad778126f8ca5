// Transcripts with calls, and the themes in which they are shown.
export const calls = `version: 2.2
model: gpt-oss-120b

<|start|>developer<|message|># Tools

## functions

namespace functions {

// How warm it is in a city now.
type get_weather = (_: {
// As people there call it.
city: string,
unit?: "C" | "F", // default: C
}) => any;

}<|end|>

<|start|>user<|message|>How warm is it in Lyon, and in Rome?<|end|>

<|start|>assistant<|channel|>analysis<|message|>Two calls at once.<|end|>

<|start|>assistant to=functions.get_weather call_id=lyon<|channel|>commentary<|constrain|>json<|message|>{"city": "Lyon"}<|call|>

<|start|>assistant to=functions.get_weather call_id=rome<|channel|>commentary<|constrain|>json<|message|>{"city": "Rome", "unit": "C"}<|call|>

<|start|>tool name=functions.get_weather call_id=lyon<|channel|>commentary<|message|>{"ok": true, "content": 20, "error": null}<|end|>

<|start|>tool name=functions.get_weather call_id=rome<|channel|>commentary<|message|>{"ok": true, "content": 31, "error": null}<|end|>

<|start|>assistant<|channel|>final<|message|>Lyon has **20 degrees**, Rome 31:

\`\`\`python
warmest = max({"Lyon": 20, "Rome": 31}.items(), key=lambda city: city[1])
\`\`\`<|end|>
`;

/** A call that is still being written. */
export const call =
  '<|start|>assistant to=functions.get_weather call_id=bern<|channel|>commentary<|constrain|>json<|message|>{"city": "Bern", "';

export const chatml = `<|im_start|>user
How warm is it in Lyon?<|im_end|>
<|im_start|>assistant
<think>
One call.
</think>
<tool_call>
{"name": "get_weather", "arguments": {"city": "Lyon"}}
</tool_call><|im_end|>
<|im_start|>user
<tool_response>
{"name": "get_weather", "content": 20}
</tool_response><|im_end|>
`;

export const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high contrast dark': 'Default High Contrast',
  'high contrast light': 'Default High Contrast Light',
};

/** Correct outputs and prompts, modeled on public threads and model cards, with the messages that users see and the calls. */
export const valid: readonly {
  readonly text: string;
  readonly shown: readonly string[];
  readonly calls: readonly string[];
}[] = [
  {
    text: '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>final<|message|>Hi.<|return|>',
    shown: ['Hi.'],
    calls: [],
  },
  {
    text: '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.web-browsing <|constrain|>json<|message|>{"q":"x"}<|call|>',
    shown: [],
    calls: ['functions.web-browsing'],
  },
  {
    text: '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"location":"Tokyo"}<|call|>',
    shown: [],
    calls: ['functions.get_weather'],
  },
  {
    text: '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.a.b <|constrain|>json<|message|>{}<|call|>',
    shown: [],
    calls: ['functions.a.b'],
  },
  {
    text: '<|channel|>analysis to=browser.search code<|message|>{"query": "x", "source": "news"}<|call|>',
    shown: [],
    calls: ['browser.search'],
  },
  {
    text: '<|channel|>analysis to=browser.open code<|message|>{"cursor": 1, "id": 3}<|call|>',
    shown: [],
    calls: ['browser.open'],
  },
  {
    text: '<|channel|>analysis to=python code<|message|>import math\nprint(math.pi)\n<|call|>',
    shown: [],
    calls: ['python'],
  },
  {
    text: '<|channel|>final<|message|>Use `<tool_call>` tags like <tool_call>{"name": 1}</tool_call>.<|return|>',
    shown: ['Use `<tool_call>` tags like <tool_call>{"name": 1}</tool_call>.'],
    calls: [],
  },
  {
    text: '<|channel|>final<|message|>```json\n{"a": "<|im_start|"}\n```<|return|>',
    shown: ['```json\n{"a": "<|im_start|"}\n```'],
    calls: [],
  },
  {
    text: '<|channel|>final<|message|>a <| b |> c; x |> f; <|> alternative; a<|b<|return|>',
    shown: ['a <| b |> c; x |> f; <|> alternative; a<|b'],
    calls: [],
  },
  {
    text: '<|channel|>final<|message|>F# pipes: xs |> List.map f <| y\nOCaml too<|return|>',
    shown: ['F# pipes: xs |> List.map f <| y\nOCaml too'],
    calls: [],
  },
  { text: '<|channel|>final<|message|>emoji 🙂 é 中文 ‍ <|return|>', shown: ['emoji 🙂 é 中文 ‍ '], calls: [] },
  {
    text: '<|channel|>final<|message|><think>not a tag here</think> ok<|return|>',
    shown: ['<think>not a tag here</think> ok'],
    calls: [],
  },
  { text: '<|channel|>final<|message|>', shown: [''], calls: [] },
  { text: '<|channel|>final<|message|>The answer is 4', shown: ['The answer is 4'], calls: [] },
  {
    text: '<|channel|>commentary<|message|>Let me check the weather first.<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":[1,2,{"b":null}]}<|call|>',
    shown: ['Let me check the weather first.'],
    calls: ['functions.f'],
  },
  {
    text: '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.apply_patch <|constrain|>json<|message|>{"patch":"*** Begin Patch\\n*** Update File: a.py\\n@@\\n-x\\n+y\\n*** End Patch"}<|call|>',
    shown: [],
    calls: ['functions.apply_patch'],
  },
  {
    text: '<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\nKnowledge cutoff: 2024-06\nCurrent date: 2025-08-05\n\nReasoning: medium\n\n# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|><|start|>user<|message|>Hi<|end|><|start|>assistant',
    shown: ['Hi'],
    calls: [],
  },
  {
    text: '<|start|>system<|message|>S<|end|><|start|>developer<|message|># Instructions\n\nBe nice.\n\n# Tools\n\n## functions\n\nnamespace functions {\n\n// Gets the weather\ntype get_weather = (_: {\n// City\nlocation: string,\nformat?: "celsius" | "fahrenheit", // default: celsius\n}) => any;\n\n} // namespace functions<|end|><|start|>user<|message|>Weather?<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"location":"Paris"}<|call|><|start|>functions.get_weather to=assistant<|channel|>commentary<|message|>{"temp":20}<|end|><|start|>assistant<|channel|>final<|message|>20<|return|>',
    shown: ['Weather?', '20'],
    calls: ['functions.get_weather'],
  },
  { text: ' to=functions.f<|channel|>commentary code<|message|>{"a": 1}<|call|>', shown: [], calls: ['functions.f'] },
  { text: 'to=python code<|channel|>analysis<|message|>1+1<|call|>', shown: [], calls: ['python'] },
  { text: '<|message|>Plain<|return|>', shown: ['Plain'], calls: [] },
  {
    text: 'assistant<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>Hi.<|return|>',
    shown: ['Hi.'],
    calls: [],
  },
  {
    text: '<|channel|>analysis<|message|>Line 1\n\nLine 2\n\t- `code`\n<|end|><|start|>assistant<|channel|>final<|message|>Hi.<|return|>',
    shown: ['Hi.'],
    calls: [],
  },
  { text: '<|channel|>final <|constrain|>json<|message|>[1,2]<|return|>', shown: ['[1,2]'], calls: [] },
  {
    text: '<|channel|>analysis<|message|>The user pasted <|im_start|>system. Ignore.<|end|><|start|>assistant<|channel|>final<|message|>Hi.<|return|>',
    shown: ['Hi.'],
    calls: [],
  },
  {
    text: '<|channel|>commentary to=functions.x <|constrain|>json<|message|>{\n  "code": "def f():\\n    return \\"<|end\\"\\n"\n}<|call|>',
    shown: [],
    calls: ['functions.x'],
  },
  {
    text: '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello<|end|><|start|>user<|message|>Bye<|end|><|start|>assistant<|channel|>final<|message|>Bye<|return|>',
    shown: ['Hi', 'Hello', 'Bye', 'Bye'],
    calls: [],
  },
  {
    text: '<|channel|>commentary to=functions.exec code<|message|>{"cmd":["bash","-lc","ls"]}<|call|>',
    shown: [],
    calls: ['functions.exec'],
  },
  {
    text: '<|im_start|>system\nYou are helpful.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
    shown: ['Hi'],
    calls: [],
  },
  { text: '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n', shown: ['Hi'], calls: [] },
  { text: '<|im_start|>assistant\n<think>\nHm.\n</think>\n\nHello!<|im_end|>', shown: ['Hello!'], calls: [] },
  { text: '<|im_start|>assistant\nHm.\n</think>\n\nHello!<|im_end|>', shown: ['Hello!'], calls: [] },
  {
    text: '<|im_start|>assistant\n<think>\n\n</think>\n\nHello!<|im_end|>\n<|endoftext|>',
    shown: ['Hello!'],
    calls: [],
  },
  {
    text: '<|im_start|>assistant\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call><|im_end|>',
    shown: [],
    calls: ['functions.get_weather'],
  },
  {
    text: '<|im_start|>assistant\nLet me look.\n<tool_call>\n{"name": "a", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "b", "arguments": {"x": [1]}}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\n{"ok": true}\n</tool_response>\n<tool_response>\nplain\n</tool_response><|im_end|>\n<|im_start|>assistant\nDone.<|im_end|>\n',
    shown: ['Let me look.', 'Done.'],
    calls: ['functions.a', 'functions.b'],
  },
  {
    text: "<|im_start|>assistant\n<tool_call>\n{'name': 'f', 'arguments': {'a': True, 'b': None, 'c': \"it's\"}}\n</tool_call><|im_end|>",
    shown: [],
    calls: ['functions.f'],
  },
  {
    text: '<|im_start|>assistant\n<tool_call>\n<function=GrepTool>\n<parameter=pattern>\nclass BaseService\\(\n</parameter>\n<parameter=path>\n.\n</parameter>\n</function>\n</tool_call><|im_end|>',
    shown: [],
    calls: ['functions.GrepTool'],
  },
  {
    text: '<|im_start|>assistant\n<tool_call>\n<function=f>\n</function>\n</tool_call><|im_end|>',
    shown: [],
    calls: ['functions.f'],
  },
  {
    text: '<|im_start|>assistant\n<tool_call>\n  <function=search_products>\n    <parameter=query>\n      waterproof running shoes\n    </parameter>\n  </function>\n</tool_call><|im_end|>',
    shown: [],
    calls: ['functions.search_products'],
  },
  {
    text: '<|im_start|>system\nYou are a function calling AI model. You are provided with function signatures within <tools></tools> XML tags. Return <tool_call></tool_call>.\n<tools>\n{"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}}\n</tools>\nFor each function call return a json object with function name and arguments within <tool_call> tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call><|im_end|>\n<|im_start|>user\nf 1<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"arguments": {"a": 1}, "name": "f"}\n</tool_call><|im_end|>\n<|im_start|>tool\n<tool_response>\n{"name": "f", "content": 3}\n</tool_response><|im_end|>\n',
    shown: ['f 1'],
    calls: ['functions.f'],
  },
  {
    text: '<|im_start|>assistant\nUse `<tool_call>` to call.<|im_end|>',
    shown: ['Use `<tool_call>` to call.'],
    calls: [],
  },
  { text: '<|im_start|>user<|im_sep|>Hi<|im_end|><|im_start|>assistant<|im_sep|>', shown: ['Hi'], calls: [] },
  {
    text: '<|im_start|>assistant\n```xml\n<tool_call>\n```\nis a tag.<|im_end|>',
    shown: ['```xml\n<tool_call>\n```\nis a tag.'],
    calls: [],
  },
  {
    text: '<|im_start|>user\nWhat does <think> mean?<|im_end|>\n<|im_start|>assistant\nA tag.<|im_end|>',
    shown: ['What does <think> mean?', 'A tag.'],
    calls: [],
  },
  {
    text: '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>brave_search.call(query="x")<|eom_id|><|start_header_id|>ipython<|end_header_id|>\n\n{"r":1}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    shown: ['Hi'],
    calls: [],
  },
  {
    text: '<|im_start|>assistant\n<think>\nCall it.\n</think>\n\n<tool_call>\n{"name": "f", "arguments": {"s": "</think>"}}\n</tool_call><|im_end|>',
    shown: [],
    calls: ['functions.f'],
  },
  {
    text: '<|im_start|>assistant\n<tool_call>\n{"name": "w", "arguments": {"html": "<div>\\n<tool_call>x</tool_call></div>"}}\n</tool_call><|im_end|>',
    shown: [],
    calls: ['functions.w'],
  },
  {
    text: '<|im_start|>assistant\n<tool_call>{"name": "f", "arguments": {}}</tool_call>',
    shown: [],
    calls: ['functions.f'],
  },
  { text: '<|im_start|>assistant\nHello', shown: ['Hello'], calls: [] },
  {
    text: '<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nÄ<|im_end|>\n<|im_start|>assistant\nB<|im_end|><|endoftext|><|im_start|>system\nS2<|im_end|>\n<|im_start|>user\nC<|im_end|>\n',
    shown: ['Ä', 'B', 'C'],
    calls: [],
  },
  {
    text: '<|startoftext|><|im_start|>user\nC<|im_end|>\n<|im_start|>assistant\nD<|im_end|>\n',
    shown: ['C', 'D'],
    calls: [],
  },
  {
    text: '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": 1.0e-5, "b": "\\u00e9", "c": -0}}\n</tool_call>\n<|im_end|>',
    shown: [],
    calls: ['functions.f'],
  },
  {
    text: '<|channel|>analysis<|message|>Think.<|end|><|start|>assistant<|channel|>commentary to=functions.f<|message|>{"a":1}<|call|>',
    shown: [],
    calls: ['functions.f'],
  },
  {
    text: '<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>commentary<|message|>**Plan**\n1. a\n2. b<|end|><|start|>assistant<|channel|>commentary to=functions.a <|constrain|>json<|message|>{}<|call|>',
    shown: ['**Plan**\n1. a\n2. b'],
    calls: ['functions.a'],
  },
  {
    text: '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"html":"<b>x</b>","re":"a<|b"}<|call|>',
    shown: [],
    calls: ['functions.f'],
  },
  {
    text: '<|channel|>final<|message|>1. `to=functions.f` and `<|channel|` are parts of a header.<|return|>',
    shown: ['1. `to=functions.f` and `<|channel|` are parts of a header.'],
    calls: [],
  },
  {
    text: 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>Text <<|end|> here.<|end|>\n',
    shown: ['Hi', 'Text <|end|> here.'],
    calls: [],
  },
  {
    text: '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": "x\\u003c|end|>"}<|call|>',
    shown: [],
    calls: ['functions.f'],
  },
  {
    text: '<|start|>assistant<|channel|>analysis<|message|>a<|end|>\n<|start|>assistant<|channel|>final<|message|>b<|return|>\n',
    shown: ['b'],
    calls: [],
  },
];

/** Documents without a problem, one of each family and shape, that use most of its features. */
import type { AnyDialectId } from '../../../server/src/grammar/index.ts';

export interface Example {
  readonly name: string;
  readonly dialect: AnyDialectId;
  readonly text: string;
  /** The minimum share of lost tokens, brackets and attributes that must be reported. */
  readonly least: number;
}

export const documents: readonly Example[] = [
  {
    name: 'ChatML on the wire',
    dialect: 'chatml-wire',
    text:
      '[{"token": "<|start|>"}, "system", {"token": "<|message|>"}, "Be brief.", {"token": "<|end_message|>"},\n' +
      ' {"token": "<|start|>"}, "user", {"token": "<|message|>"}, "Hi there", {"token": "<|end_message|>"},\n' +
      ' {"token": "<|start|>"}, "assistant", {"token": "<|message|>"}, "Hello", {"token": "<|end_message|>"}]',
    least: 0.5,
  },
  {
    name: 'the wire as it was published later',
    dialect: 'chatml-wire',
    text:
      '[{"token": "<|im_start|>"}, "system\\n' +
      'Be brief.", {"token": "<|im_end|>"}, "\\n' +
      '", {"token": "<|im_start|>"}, "user\\n' +
      'Hi there", {"token": "<|im_end|>"}, "\\n' +
      '", {"token": "<|im_start|>"}, "assistant\\n' +
      'Hello", {"token": "<|im_end|>"}, "\\n' +
      '"]',
    least: 0.5,
  },
  {
    name: 'Harmony',
    dialect: 'harmony',
    text:
      '<|start|>system<|message|>You are brief.<|end|><|start|>developer<|message|># Tools\n' +
      '\n' +
      '## functions\n' +
      '\n' +
      'namespace functions {\n' +
      '\n' +
      'type look_up = (_: {\n' +
      '  word: string,\n' +
      '}) => any;\n' +
      '\n' +
      '} // namespace functions<|end|><|start|>user<|message|>What is it?<|end|><|start|>assistant<|channel|>analysis<|message|>Look.<|end|><|start|>assistant to=functions.look_up<|channel|>commentary <|constrain|>json<|message|>{"word": "it"}<|call|><|start|>functions.look_up to=assistant<|channel|>commentary<|message|>{"a": 1}<|end|><|start|>assistant<|channel|>final<|message|>That.<|return|>',
    least: 0.5,
  },
  {
    name: 'OpenChatML 2.2',
    dialect: 'openchatml-2.2',
    text:
      'version: 2.2\n' +
      '<|start|>system<|message|>You are brief.<|end|>\n' +
      '<|start|>developer<|message|>namespace functions {\n' +
      'type look_up = (_: {\n' +
      '  word: string,\n' +
      '}) => any;\n' +
      '}<|end|>\n' +
      '<|start|>user<|message|>What is it?<|end|>\n' +
      '<|start|>assistant<|channel|>analysis<|message|>Look.<|end|>\n' +
      '<|start|>assistant to=functions.look_up call_id=c1<|channel|>commentary<|constrain|>json<|message|>{"word": "it"}<|call|>\n' +
      '<|start|>tool name=functions.look_up call_id=c1 to=assistant<|channel|>commentary<|message|>{"ok": true, "content": 1, "error": null}<|end|>\n' +
      '<|start|>assistant<|channel|>final<|message|>That.<|return|>\n',
    least: 0.5,
  },
  {
    name: 'OpenChatML 0.1',
    dialect: 'openchatml-0.1',
    text:
      '[BOS]<|im_start|>system\n' +
      'Be brief.\n' +
      '<|reason|>\n' +
      '<|function_list|>\n' +
      '{"type": "function", "function": {"name": "look_up", "description": "d", "parameters": {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}}}\n' +
      '<|im_end|>\n' +
      '<|im_start|>user name=Eric\n' +
      'What is it?\n' +
      '<|im_end|>\n' +
      '<|im_start|>assistant\n' +
      '<|start_reason|>Look.<|end_reason|>\n' +
      '<|function_call|>\n' +
      '{"name": "look_up", "arguments": {"word": "it"}}\n' +
      '<|im_end|>\n' +
      '<|im_start|>tool\n' +
      '<|function_output|>\n' +
      '{"name": "look_up", "content": "That."}\n' +
      '<|im_end|>\n' +
      '<|im_start|>assistant\n' +
      'That.\n' +
      '<|im_end|>[EOS]',
    least: 0.5,
  },
  {
    name: 'ChatML with tags',
    dialect: 'openchatml-0.1',
    text:
      '<|im_start|>system\n' +
      '# Tools\n' +
      '<tools>\n' +
      '{"type": "function", "function": {"name": "look_up", "description": "d", "parameters": {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}}}\n' +
      '</tools><|im_end|>\n' +
      '<|im_start|>user\n' +
      'What is it?<|im_end|>\n' +
      '<|im_start|>assistant\n' +
      '<think>\n' +
      'Look.\n' +
      '</think>\n' +
      '\n' +
      '<tool_call>\n' +
      '{"name": "look_up", "arguments": {"word": "it"}}\n' +
      '</tool_call><|im_end|>\n' +
      '<|im_start|>user\n' +
      '<tool_response>\n' +
      'That.\n' +
      '</tool_response><|im_end|>\n' +
      '<|im_start|>assistant\n' +
      'That.<|im_end|>\n',
    least: 0.35,
  },
  {
    name: 'Llama 3',
    dialect: 'llama3',
    text:
      '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n' +
      '\n' +
      'Be brief.<|eot_id|><|start_header_id|>user<|end_header_id|>\n' +
      '\n' +
      'What?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n' +
      '\n' +
      'That.<|eot_id|>',
    least: 0.5,
  },
  {
    name: 'the JSON projection',
    dialect: 'openchatml-json',
    text:
      '[{"role": "user", "content": "What?"},\n' +
      ' {"role": "assistant", "channel": "analysis", "content": "Look."},\n' +
      ' {"role": "assistant", "channel": "commentary", "tool_call": {"id": "c1", "recipient": "functions.look_up", "content_type": "json", "arguments": "{\\"word\\": \\"it\\"}"}},\n' +
      ' {"role": "tool", "name": "functions.look_up", "call_id": "c1", "to": "assistant", "channel": "commentary", "content": "{\\"ok\\": true}"},\n' +
      ' {"role": "assistant", "channel": "final", "content": "That."}]',
    least: 0.5,
  },
  {
    name: 'a list of messages',
    dialect: 'messages',
    text:
      '{"messages": [{"role": "user", "content": "What?"},\n' +
      ' {"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": "{\\"word\\": \\"it\\"}"}}]},\n' +
      ' {"role": "tool", "tool_call_id": "c1", "content": "That."},\n' +
      ' {"role": "assistant", "content": "That."}]}',
    least: 0.5,
  },
  {
    name: 'events',
    dialect: 'stream-event',
    text:
      '{"event": "response.delta", "message_id": "m1", "delta": "Hi", "channel": "final"}\n' +
      '{"event": "response.delta", "message_id": "m1", "delta": " there", "channel": "final"}\n' +
      '{"event": "response.cancel", "message_id": "m1", "reason": "stop"}\n',
    least: 0.5,
  },
];

/**
 * Subjects that are text. Each message is attacked in three positions: its original one, as the first message, and after a good message.
 */
import type { DialectId } from '../../../server/src/grammar/index.ts';
import { families as allFamilies } from '../../../server/src/syntax/families/index.ts';
import { type Subject, subject } from './subject.ts';

interface Family {
  readonly group: string;
  readonly dialect?: DialectId;
  readonly opening?: string;
  readonly messages: readonly string[];
  /** A valid message of a user. */
  readonly good: string;
  /** Whether each message is also attacked on its own. */
  readonly alone?: boolean;
}

const native = [
  '<|start|>system<|message|>HIDE<|end|>\n',
  '<|start|>developer<|message|># Rules\nHIDE\n<|end|>\n',
  '<|start|>user name=ann<|message|>SHOW `<<|end|>` SHOW<|end|>\n',
  '<|start|>assistant<|channel|>analysis<|message|>HIDE <|start_reason|>HIDE<|end_reason|><|end|>\n',
  '<|start|>assistant intent=preamble<|channel|>commentary<|message|>SHOW<|end|>\n',
  '<|start|>assistant intent=status<|channel|>commentary<|message|>HIDE<|end|>\n',
  '<|start|>assistant<|channel|>commentary intent=debug<|message|>HIDE<|end|>\n',
  '<|start|>assistant<|channel|>commentary<|message|>BARE<|end|>\n',
  '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{"q": "HIDE"}<|call|>\n',
  '<|start|>tool name=functions.f call_id=c1 to=assistant<|channel|>commentary<|message|>{"ok": true, "content": "HIDE"}<|end|>\n',
  '<|start|>assistant<|channel|>commentary to=python call_id=c2<|message|>HIDE<|call|>\n',
  '<|start|>functions.g to=assistant call_id=c2<|channel|>commentary<|message|>HIDE<|end|>\n',
  '<|start|>user<|message|>See <|literal|><|start|>x<|end|><|endliteral|> SHOW<|end|>\n',
  '<|start|>assistant<|channel|>analysis<|message|><|literal|>HIDE<|end|><|endliteral|>HIDE<|end|>\n',
  '<|start|>assistant<|channel|>final<|message|>SHOW <|start_reason|>HIDE<|end_reason|> SHOW<|end|>\n',
  '<|start|>system<|channel|>final<|message|>HIDE<|end|>\n',
  '<|start|>assistant<|channel|>final<|message|>SHOW <|start_introspect|>SOLE<|end|>\n',
  '<|start|>assistant<|message|>SHOW<|return|>\n',
];

const harmony = [
  '<|start|>system<|message|>HIDE\n# Valid channels: analysis, commentary, final. HIDE<|end|>',
  '<|start|>developer<|message|># Instructions\n\nHIDE<|end|>',
  '<|start|>user<|message|>SHOW<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>HIDE<|end|>',
  '<|start|>assistant<|channel|>commentary<|message|>SHOW<|end|>',
  '<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"q":"HIDE"}<|call|>',
  '<|start|>functions.f to=assistant<|channel|>commentary<|message|>{"r":"HIDE"}<|end|>',
  '<|start|>assistant to=python<|channel|>analysis code<|message|>HIDE<|call|>',
  '<|start|>python to=assistant<|channel|>commentary<|message|>HIDE<|end|>',
  '<|start|>assistant to=browser.search<|channel|>commentary json<|message|>{"q":"HIDE"}<|call|>',
  '<|start|>browser.search to=assistant<|channel|>commentary<|message|>HIDE<|end|>',
  '<|start|>assistant<|channel|>final<|message|>SHOW<|return|>',
];

const legacy = [
  '<|im_start|>system\nHIDE <|reason|>\n<|function_list|>\n{"type":"function","function":{"name":"f","description":"HIDE","parameters":{}}}\n<|im_end|>\n',
  '<|im_start|>user name=Ann\nSHOW\n<|im_end|>\n',
  '<|im_start|>assistant\n<|start_reason|>HIDE<|end_reason|>\nSHOW\n<|im_end|>\n',
  '<|im_start|>assistant\nSHOW\n<|function_call|>\n{"name":"f","arguments":{"q":"SOLE"}}\n<|im_end|>\n',
  '<|im_start|>tool\n<|function_output|>\n{"name":"f","content":"HIDE"}\n<|im_end|>\n',
  '<|im_start|>assistant\n<|function_call|>\n{"name":"f","arguments":{"q":"SOLE"}}<|im_end|>\n',
  '<|im_start|>tool name=f\nHIDE<|im_end|>\n',
  '<|im_start|>assistant name=Bot\nSHOW <|start_reflect|>HIDE<|end_reflect|> SHOW<|im_end|>\n',
];

const chatml = [
  '<|im_start|>system\nHIDE\n<tools>\n{"type":"function","function":{"name":"f","description":"HIDE","parameters":{}}}\n</tools><|im_end|>\n',
  '<|im_start|>user\nSHOW<|im_end|>\n',
  '<|im_start|>assistant\n<think>\nHIDE\n</think>\n\nSHOW<|im_end|>\n',
  '<|im_start|>assistant\nSHOW\n<tool_call>\n{"name": "f", "arguments": {"q": "HIDE"}}\n</tool_call><|im_end|>\n',
  '<|im_start|>user\n<tool_response>\nHIDE\n</tool_response><|im_end|>\n',
  '<|im_start|>assistant\n<think>HIDE</think><tool_call>{"name": "f", "arguments": {"q": "HIDE"}}</tool_call>\n<|im_end|>\n',
  '<|im_start|>tool\n<tool_response>HIDE</tool_response><|im_end|>\n',
  '<|im_start|>assistant\nSHOW<|im_end|>\n',
];

const llama = [
  '<|start_header_id|>system<|end_header_id|>\n\nEnvironment: ipython\nHIDE<|eot_id|>',
  '<|start_header_id|>user<|end_header_id|>\n\nSHOW<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>print("HIDE")<|eom_id|>',
  '<|start_header_id|>ipython<|end_header_id|>\n\n{"output": "HIDE"}<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>{"type": "function", "name": "f", "parameters": {"q": "HIDE"}}<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\n{"name": "f", "parameters": {"q": "HIDE"}}<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\n<function=f>{"q": "HIDE"}</function><|eom_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\nSHOW <|python_tag|>SOLE<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\n<think>HIDE</think>SHOW<|eot_id|>',
  '<|start_header_id|>assistant<|end_header_id|>\n\nSHOW<|eot_id|>',
];

const phi = [
  '<|system|>\nHIDE<|end|>\n',
  '<|user|>\nSHOW<|end|>\n',
  '<|assistant|>\n<think>HIDE</think>SHOW<|end|>\n',
  '<|assistant|>\nSHOW<|end|>\n',
];

const version = 'version: 2.2\nx_note: NOTE\n';
const profile = 'version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n';

/** Whether the profile could change how a message is read. */
const onCommentary = (message: string) => message.includes('commentary') || message.includes('SHOW');

const terminator = new RegExp(
  `\\s*<\\|(?:${Object.values(allFamilies)
    .flatMap(({ frame }) => frame.terminators.map(({ name }) => name))
    .join('|')})\\|>\\s*$`,
);

/**
 * Removes the terminators of messages, which some models omit, so that each message ends at the next one. Messages whose body needs a
 * terminator are omitted.
 */
const unclosed = (messages: readonly string[], last = messages.length - 1) =>
  messages
    .filter((one) => !/literal\|>|<\|(?:call|return)\|>|start_introspect/.test(one))
    .map((one) => (one === messages[last] ? one : one.replace(terminator, '\n')));

/** Without a terminator, only the opener separates a message of a plain frame from the previous message. */
const byOpener = (messages: readonly string[]) => unclosed(messages).map((one) => one.replaceAll('HIDE', 'TURN'));

/** Without `<|eom_id|>`, only `<|python_tag|>` shows that code is a call. */
const byTag = (messages: readonly string[]) =>
  messages.map((one) => one.replace('<|python_tag|>print("HIDE', '<|python_tag|>print("SOLE'));

const goodNative = '<|start|>user name=bo<|message|>SHOW<|end|>\n';
const goodHarmony = '<|start|>user<|message|>SHOW<|end|>';
const goodLlama = '<|start_header_id|>user<|end_header_id|>\n\nSHOW<|eot_id|>';
const goodPhi = '<|user|>\nSHOW<|end|>\n';
const goodLegacy = '<|im_start|>user\nSHOW<|im_end|>\n';

const families: readonly Family[] = [
  { group: '2.2', opening: version, messages: native, good: goodNative, alone: true },
  { group: '2.2, profile on', opening: profile, messages: native.filter(onCommentary), good: goodNative },
  { group: '2.2, no header', messages: native, good: goodNative, alone: true },
  { group: '2.2, no ends', opening: version, messages: unclosed(native), good: goodNative },
  { group: 'Harmony', messages: harmony, good: goodHarmony, alone: true },
  { group: 'Harmony', dialect: 'harmony', messages: harmony, good: goodHarmony },
  { group: 'Harmony, no ends', messages: unclosed(harmony), good: goodHarmony },
  { group: '0.1', messages: legacy, good: goodLegacy, alone: true },
  { group: '0.1', opening: '<s>', messages: [...legacy.slice(0, 3), '</s>'], good: goodLegacy },
  { group: '0.1, no ends', messages: byOpener(legacy), good: goodLegacy },
  { group: 'ChatML', messages: chatml, good: goodLegacy, alone: true },
  { group: 'Llama 3', opening: '<|begin_of_text|>', messages: llama, good: goodLlama, alone: true },
  { group: 'Phi-3', messages: phi, good: goodPhi, alone: true },
  { group: 'Phi-3, no ends', dialect: 'phi3', messages: byOpener(phi), good: goodPhi },
  { group: 'Llama 3, no ends', messages: byOpener(byTag(llama)), good: goodLlama },
];

function ofFamily({ group, dialect, opening = '', messages, good, alone }: Family): Subject[] {
  const hello = good.replace('SHOW', 'Hello');
  const one = (name: string, attacked: string) =>
    subject({
      group,
      name: `${group}, ${name}`,
      dialect,
      text: opening + attacked + good,
      target: { start: opening.length, end: opening.length + attacked.length },
      good: hello,
    });
  const whole = subject({ group, name: `${group}, whole`, dialect, text: opening + messages.join(''), good: hello });
  if (!alone) return [whole];
  const hiding = messages.filter((message) => /HIDE|SOLE|BARE/.test(message));
  return [
    whole,
    ...hiding.flatMap((message, i) => [
      one(`message ${i} first`, message),
      one(`message ${i} after a good one`, good + message),
    ]),
  ];
}

export const textSubjects: readonly Subject[] = families.flatMap(ofFamily);

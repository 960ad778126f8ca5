/**
 * The smallest text for each kind of leak that was found, as regression tests. `SECRET` is hidden in all of them. If a text contains
 * `SHOWN` as well, users must see it, so that hiding everything does not pass.
 */
import type { AnyDialectId } from '../../../server/src/grammar/index.ts';

export type Found = readonly [what: string, dialect: AnyDialectId | undefined, text: string];

const header = 'version: 2.2\n';
const hi = '<|start|>user name=bo<|message|>SHOWN<|end|>\n';
const im = '<|im_start|>user\nSHOWN<|im_end|>\n';

const lostOpeners: readonly Found[] = [
  ['a reply to a call', undefined, '<|START|>functions.f to=assistant<|channel|>commentary<|message|>SECRET<|end|>'],
  ['a tool', undefined, '<|strat|>tool name=functions.f<|channel|>final<|message|>SECRET<|end|>'],
  ['a status', undefined, `${header}<|strat|>assistant intent=status<|channel|>commentary<|message|>SECRET<|end|>`],
  ['a system message on final', undefined, `${header}<|START|>system<|channel|>final<|message|>SECRET<|end|>\n${hi}`],
  ['half an opener', undefined, 'tart|>system<|channel|>final<|message|>SECRET<|end|>'],
  ['half a role', 'harmony', 'h to=assistant<|channel|>commentary<|message|>SECRET<|end|>'],
  ['half a recipient', 'harmony', 'tant<|channel|>commentary<|message|>SECRET<|end|>'],
  [
    'a whole recipient',
    'harmony',
    `assistant<|channel|>commentary<|message|>SECRET<|end|>${hi.replace(' name=bo', '')}`,
  ],
  ['a type in place of the opener', 'harmony', '<|constrain|>system<|message|>SECRET<|end|>'],
  ['ink before <|message|>', 'harmony', 'm<|message|>SECRET<|end|>'],
  ['a zero-width space', 'harmony', '\u200b<|channel|>commentary<|message|>SECRET<|end|>'],
  // Either `<|start|>functions.f to=assistant` or `<|start|>assistant` is missing; both are equally likely.
  [
    'no opener between others',
    'harmony',
    '<|start|>user<|message|>SHOWN<|end|><|channel|>commentary<|message|>SECRET<|end|>',
  ],
  [
    'no opener, nor the role before a recipient',
    'harmony',
    '<|start|>user<|message|>SHOWN<|end|>assistant<|channel|>commentary<|message|>SECRET<|end|>',
  ],
  [
    'a damaged header becomes the text of a user',
    undefined,
    '<|start|>user<|message|>SHOWN\n<|start|>developer<message|>SECRET<|end|>',
  ],
];

const thoughts: readonly Found[] = [
  ...['<|start_reson|>', '<|start-reason|>', '<|startreason|>', '<|start_reason >', '<|\u200bstart_reason|>'].map(
    (token): Found => [
      token,
      undefined,
      `${header}${hi}<|start|>assistant<|channel|>final<|message|>SHOWN ${token}SECRET<|end|>`,
    ],
  ),
  [
    'a thought without header',
    undefined,
    '<|start|>user<|message|>SHOWN<|end|><|start|>assistant<|channel|>final<|message|>SHOWN <|start_reason|>SECRET<|end|>',
  ],
  [
    'a thought in a literal block without end',
    undefined,
    `${header}${hi}<|start|>assistant<|channel|>final<|message|>SHOWN <|literal|><|start_reason|>SECRET<|end|>`,
  ],
  [
    'a literal block that a later one ends',
    undefined,
    `${header}<|start|>user<|message|>Hi <|literal|>x<|end|>\n<|start|>assistant<|channel|>analysis<|message|><|literal|>SECRET<|endliteral|>SECRET<|end|>`,
  ],
];

const legacy: readonly Found[] = [
  [
    'another token for that of a call',
    undefined,
    `${im}<|im_start|>assistant\n<|endoftext|>\n{"name":"f","arguments":{"q":"SECRET"}}<|im_end|>`,
  ],
  [
    'another token for that of a call, and words after it',
    undefined,
    '<|im_start|>assistant\n<|fim_pad|> {"name":"f","arguments":{"q":"SECRET"}}\nSHOWN<|im_end|>',
  ],
  [
    'a call in the line',
    undefined,
    `${im}<|im_start|>assistant\nSHOWN <|function_call|>\n{"name":"f","arguments":{"q":"SECRET"}}<|im_end|>`,
  ],
  ...[
    '<|functioncall|>',
    '<|function-call|>',
    '\u00a0<|function_call|>',
    '\u200b<|function_call|>',
    '<|function_cal|>',
  ].map(
    (token): Found => [
      token,
      undefined,
      `${im}<|im_start|>assistant\nSHOWN\n${token}\n{"name":"f","arguments":{"q":"SECRET"}}<|im_end|>`,
    ],
  ),
  ...['<|startreason|>', '<|start-reason|>'].map(
    (token): Found => [token, undefined, `${im}<|im_start|>assistant\nSHOWN\n${token}\nSECRET<|im_end|>`],
  ),
  ...['<|im_strat|>', '<|im_start>', '<|im\nstart|>'].map(
    (token): Found => [token, undefined, `<|im_start|>user\nSHOWN\n${token}tool name=f\nSECRET<|im_end|>\n${im}`],
  ),
];

const tags: readonly Found[] = [
  ...[
    ['<tool_call>', '{"name": "f", "arguments": {"q": "SECRET"}}</tool_call>'],
    ['<tool_call>', '{"name": "f", "arguments": {"q": "SECRET"}}'],
    ['<Tool_call>', '{"name": "f", "arguments": {"q": "SECRET"}}'],
    ['<think>', 'SECRET'],
    ['<Think>', 'SECRET'],
    ['<thinking>', 'SECRET</thinking>'],
    ['<tool_cal>', '{"name": "f", "arguments": {"q": "SECRET"}}</tool_call>'],
  ].map(
    ([tag = '', rest = '']): Found => [
      `${tag}${rest}`,
      undefined,
      `${im}<|im_start|>assistant\nSHOWN\n${tag}\n${rest}<|im_end|>\n`,
    ],
  ),
  [
    'a reply in a user message',
    undefined,
    `${im}<|im_start|>user\n<tool_response>\nSECRET\n</tool_response><|im_end|>\n`,
  ],
  ['</thinking> alone', undefined, `${im}<|im_start|>assistant\nSECRET\n</thinking>\nSHOWN<|im_end|>\n`],
];

const user = '{"role": "user", "content": "SHOWN"}';
const json: readonly Found[] = [
  ['an open object', 'openchatml-json', `[${user},\n{"role": "assistant", "content": "SECRET", "chann`],
  ['a lost end', 'openchatml-json', `[${user},\n{"role": "assistant", "content": "SECRET",\n${user}]`],
  ['a semicolon', 'openchatml-json', `[${user},\n{"role": "assistant"; "channel": "analysis", "content": "SECRET"}]`],
  [
    'a key in a key',
    'openchatml-json',
    `[${user},\n{"role": "assistant", "cha"nnel": "analysis", "content": "SECRET"}]`,
  ],
  [
    'a misspelled key',
    'openchatml-json',
    `[${user},\n{"role": "assistant", "chann l": "analysis", "content": "SECRET"}]`,
  ],
  ['two roles', 'openchatml-json', `[${user},\n{"role": "system", "role": "user", "content": "SECRET"}]`],
  ['two roles', 'messages', `[${user},\n{"role": "system", "role": "user", "content": "SECRET"}]`],
  ['a lost quote', 'messages', '[{"role": "user", "content": "Hi},{"role": "system", "content": "SECRET"}]'],
  [
    'a part without braces',
    'messages',
    `[${user},\n{"role": "assistant", "content": ["type": "reasoning", "text": "SECRET"}]}]`,
  ],
  [
    'a result without braces',
    'messages',
    `[${user},\n{"role": "user", "content": ["type": "tool_result", "content": "SECRET"}]}]`,
  ],
  ['an open object', 'messages', `[${user},\n{"role": "assistant", "content": "SECRET", "chan`],
  ['a misspelled key', 'messages', `[${user},\n{"role": "assistant", "chan-nel": "analysis", "content": "SECRET"}]`],
  [
    'a call in a content',
    'messages',
    `[${user},\n{"role": "assistant", "content": "SHOWN\\n<tool_call>\\n{\\"q\\": \\"SECRET\\"}\\n</tool_call>"}]`,
  ],
  [
    'a reply in a content',
    'messages',
    `[${user},\n{"role": "user", "content": "<tool_response>SECRET</tool_response>"}]`,
  ],
  [
    'a prompt that is what is left of a rejected answer',
    'messages',
    '{"prompt": [{"role": "assistant", "content": "SECRET"}]}',
  ],
];

const wire: readonly Found[] = [
  [
    'a lost header end',
    'chatml-wire',
    '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"SHOWN",{"token":"<|end_message|>"},"system",{"token":"<|message|>"},"SECRET",{"token":"<|end_message|>"}]',
  ],
  [
    'a role among texts',
    'chatml-wire',
    '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"token":"<|message|>"},"SECRET",{"token":"<|end_message|>"}]',
  ],
  [
    'a lost quote in the end of the message before',
    'chatml-wire',
    '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"SHOWN",{"token":"<|end_message|>"},{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{token":"<|end_message|>"},{"token":"<|start|>"},"system",{"token":"<|message|>"},"SECRET",{"token":"<|end_message|>"}]',
  ],
  [
    'a lost quote of a token',
    'chatml-wire',
    '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"SHOWN",{"token":"<|end_message|>"},{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"token":<|end_message|>"},{"token":"<|start|>"},"system",{"token":"<|message|>"},"SECRET",{"token":"<|end_message|>"}]',
  ],
  [
    'no end, and an opener that is none',
    'chatml-wire',
    '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"SHOWN",{"token":"<|end_message|>"},{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"t,ken":"<|start|>"},"system",{"token":"<|message|>"},"SECRET",{"token":"<|end_message|>"}]',
  ],
  [
    'no end, and another token for the opener',
    'chatml-wire',
    '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"SHOWN",{"token":"<|end_message|>"},{"token":"<|start|>"},"user",{"token":"<|message|>"},"Hi",{"token":"<|message|>"},"system",{"token":"<|message|>"},"SECRET",{"token":"<|end_message|>"}]',
  ],
];

export const found: Readonly<Record<string, readonly Found[]>> = {
  'lost openers': lostOpeners,
  'thoughts and literals': thoughts,
  'OpenChatML 0.1': legacy,
  'tags of ChatML models': tags,
  JSON: json,
  wire,
};

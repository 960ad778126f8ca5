/** Examples of fixes in Harmony. */
import type { Row } from './row.ts';

export const harmony: readonly Row[] = [
  [
    'answer-channel-missing',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|message|>Hello.<|return|>',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello.<|return|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|strat|>assistant<|channel|>final<|message|>Hi<|return|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|return|>',
  ],
  [
    'E-PARSE-HEADER',
    'Sure! to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    'to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
  ],
  [
    'start-missing',
    '<|channel|>analysis<|message|>Hm<|end|><|channel|>final<|message|>Hi<|end|>',
    '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'start-missing',
    '<|channel|>analysis<|message|>Hm<|end|>final<|channel|>final<|message|>Hi<|end|>',
    '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'start-missing',
    '<|channel|>analysis<|message|>Hm<|end|> to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
    '<|channel|>analysis<|message|>Hm<|end|> <|start|>assistant to=functions.f<|channel|>commentary json<|message|>{}<|call|>',
  ],
  [
    'E-PARSE-HEADER',
    'Let me see.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|>',
    '<|channel|>analysis<|message|>Let me see.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  ['E-PARSE-HEADER', 'Hello.<|return|>', '<|channel|>final<|message|>Hello.<|return|>'],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant<|channel|>final Seven it is',
    '<|start|>assistant<|channel|>final<|message|>Seven it is',
  ],
  [
    'harmony-rejects',
    '<|start|>assistant<|channel|> final<|message|>Hi<|end|>',
    '<|start|>assistant<|channel|>final<|message|>Hi<|end|>',
  ],
  [
    'harmony-rejects',
    '<|start|>assistant to=functions.f<|channel|>commentary to=functions.f<|message|>{}<|call|>',
    '<|start|>assistant to=functions.f<|channel|>commentary<|message|>{}<|call|>',
  ],
  [
    'harmony-rejects',
    '<|start|>assistant to=functions.f<|channel|>commentary \u00a0<|constrain|>json<|message|>{}<|call|>',
    '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
  ],
  [
    'call-no-recipient',
    '<|start|>assistantcommentary to=functions.f<|message|>{}<|call|>',
    '<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistantanalysis<|message|>Hm.<|end|>',
    '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>',
  ],
  ['harmony-rejects', '<|start|>user name=ann<|message|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  ['harmony-rejects', '<|start|>user:ann<|message|>Hi<|end|>', '<|start|>user<|message|>Hi<|end|>'],
  ['harmony-rejects', '<|start|>user<|message|>Hi<|end|> <|end|>', '<|start|>user<|message|>Hi<|end|>'],
  [
    'harmony-rejects',
    '<|start|>functions.f<|channel|>commentary<|message|>1<|end|>',
    '<|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|>',
  ],
  [
    'dialect-mixed',
    '<|start|>user<|message|>Hi<|im_end|><|start|>assistant<|channel|>final<|message|>Oh<|end|>',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Oh<|end|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start|>assistant to=functions.search orders<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
    '<|start|>assistant to=functions.search_orders<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
  ],
  [
    'return-missing',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello<|end|>',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>',
  ],
  [
    'tool-role',
    '<|start|>tool name=functions.f to=assistant<|channel|>commentary<|message|>4<|end|>',
    '<|start|>functions.f to=assistant<|channel|>commentary<|message|>4<|end|>',
  ],
  [
    'tokens-stripped',
    'analysisThey want a synonym.assistantfinalRapid.',
    '<|start|>assistant<|channel|>analysis<|message|>They want a synonym.<|end|><|start|>assistant<|channel|>final<|message|>Rapid.<|end|>',
  ],
  [
    'harmony-frame-gap',
    '<|start|>user<|message|>Hi<|end|>\n<|start|>user<|message|>Ho<|end|>',
    '<|start|>user<|message|>Hi<|end|><|start|>user<|message|>Ho<|end|>',
  ],
];

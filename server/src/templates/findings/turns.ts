/** Findings about turns: changes when a turn is appended, the end tokens of turns, and the allowed order of roles. */

import { sentence } from '../jinja/errors.ts';
import type { JinjaTemplate } from '../jinja-template.ts';
import { answer, complete, last, next, question, request, system, tagged, thought, words } from './conversations.ts';
import { type Finding, firstDifference, isMade, placeOf, type Trial } from './finding.ts';

const around = (text: string, at: number) => JSON.stringify(text.slice(Math.max(0, at - 15), at + 25));

export function ofTurns(trial: Trial): Finding[] {
  return [
    beginning(trial),
    appending(trial),
    opening(trial),
    ending(trial),
    alternation(trial),
    systems(trial),
    clock(trial),
    thinking(trial),
    spaces(trial),
  ].flat();
}

/** The severity for behavior that also occurs in templates with which models were trained, such as those of Mistral. */
const mild = 'information';

/** Reports a prompt that begins with the same token twice, since models were not trained with such prompts. */
function beginning(trial: Trial): Finding[] {
  const conversation = request(question);
  const attempt = trial.attempt(conversation);
  const [, token] = (isMade(attempt) && /^(<[^<>\s]{1,40}>|\[BOS\])\1/.exec(attempt.text)) || [];
  if (token === undefined || !isMade(attempt)) return [];
  return [
    {
      code: 'template-bos-twice',
      message: `The prompt begins with \`${token}\` twice, but models are trained with only one. Make the template write either \`bos_token\` or the token itself, not both.`,
      at: placeOf(trial.template, 'bos_token', token),
      evidence: { given: conversation, prompts: [{ label: 'prompt', text: attempt.text }] },
    },
  ];
}

function appending(trial: Trial): Finding[] {
  const tried = [
    [complete(question, answer), complete(question, answer, next, last), 'a turn is appended'],
    [request(question), complete(question, answer), 'the answer is appended'],
    [
      complete(question, thought),
      complete(question, thought, next, last),
      'a turn is appended after an answer with reasoning',
    ],
    [
      complete(question, tagged),
      complete(question, tagged, next, last),
      'a turn is appended after an answer with <think>',
    ],
    [
      request(system, question),
      complete(system, question, answer),
      'an answer is appended to a conversation with a system message',
      mild,
    ],
  ] as const;
  for (const [before, after, what, milder] of tried) {
    const [short, long] = [trial.attempt(before), trial.attempt(after)];
    if (!isMade(short) || !isMade(long)) continue;
    // If the appended message is dropped, no change can be found.
    if (!long.text.includes(after.messages.at(-1)?.content ?? '')) continue;
    const at = firstDifference(short.text, long.text);
    if (at === undefined) continue;
    const opener = before.add_generation_prompt ? undefined : alwaysOpened(trial, short.text, long.text);
    return [
      {
        code: 'template-not-append-only',
        message: opener
          ? `Every prompt ends with the beginning of an answer, ${JSON.stringify(opener)}, even without \`add_generation_prompt\`. Training rows then end with this text, without an answer after it. Make the template write this text only if \`add_generation_prompt\` is true.`
          : `${changedPart(before, short.text, at)} changes when ${what}: ${around(short.text, at)} becomes ${around(long.text, at)}. Servers cannot reuse their cache, and prompts in training differ from those in inference. Make the text of a message depend only on the messages before it.`,
        at: opener === undefined ? undefined : lastPlaceOf(trial.template, opener.trim()),
        ...(milder && { milder }),
        evidence: {
          given: after,
          prompts: [
            { label: 'before', text: short.text },
            { label: 'after', text: long.text },
          ],
          difference: at,
        },
      },
    ];
  }
  return [];
}

/** Returns the phrase, for a message, that names the part of a prompt at an offset. */
function changedPart(conversation: ReturnType<typeof request>, prompt: string, at: number): string {
  const { content = '' } = (conversation.messages.at(-1) ?? {}) as { readonly content?: string };
  const start = content === '' ? -1 : prompt.lastIndexOf(content);
  if (start < 0 || at < start + content.length) return 'An earlier part of the prompt';
  return conversation.add_generation_prompt ? 'The generation prompt' : 'The text after the last message';
}

/**
 * The last offset at which the template contains the text that ends its prompts. If the template concatenates that text, the last offset of
 * its beginning.
 */
function lastPlaceOf({ text }: JinjaTemplate, promptEnd: string): number | undefined {
  const at = Math.max(text.lastIndexOf(promptEnd), text.lastIndexOf(promptEnd.slice(0, MIN_PLACE_LENGTH)));
  return at < 0 ? undefined : at;
}
const MIN_PLACE_LENGTH = 6;

/**
 * Returns the text at the end of a prompt that begins an answer although the conversation is complete. Undefined if the prompt does not end
 * with such a text.
 */
function alwaysOpened(trial: Trial, short: string, long: string): string | undefined {
  const [open, closed] = [request(question), complete(question)].map((one) => trial.attempt(one));
  if (!open || !closed || !isMade(open) || !isMade(closed) || open.text !== closed.text) return undefined;
  let length = 0;
  while (length < open.text.length && open.text.at(-1 - length) === short.at(-1 - length)) length++;
  const end = short.slice(short.length - length);
  // If the same text also follows an answer, it does not begin one.
  const isUsual = long.slice(long.indexOf(words.answer) + words.answer.length).startsWith(end);
  return isUsual || !/\S/.test(end) ? undefined : (/[^\n]+\n*$/.exec(end)?.[0] ?? end);
}

/** Tests whether the generation prompt equals the text before an answer. This text may be empty, as after `[/INST]`. */
function opening(trial: Trial): Finding[] {
  const conversation = request(question);
  const [open, closed, answered] = [conversation, complete(question), complete(question, answer)].map((one) =>
    trial.attempt(one),
  );
  if (!open || !closed || !answered || !isMade(open) || !isMade(closed) || !isMade(answered)) return [];
  const [opener = '', rest] = answered.text.slice(open.text.length).split(words.answer);
  if (open.text !== closed.text || !answered.text.startsWith(open.text) || rest === undefined || !/\S/.test(opener))
    return [];
  return [
    {
      code: 'template-no-generation-prompt',
      message: `\`add_generation_prompt\` has no effect, although ${JSON.stringify(opener.slice(0, 60))} comes before each answer: the model continues a prompt that does not begin its answer. Make the template write this text at the end if \`add_generation_prompt\` is true.`,
      at: placeOf(trial.template, 'add_generation_prompt'),
      evidence: {
        given: conversation,
        prompts: [
          { label: 'generation prompt', text: open.text },
          { label: 'answer', text: answered.text },
        ],
        difference: open.text.length,
      },
    },
  ];
}

function ending(trial: Trial): Finding[] {
  const conversation = complete(question, answer);
  const attempt = trial.attempt(conversation);
  if (!isMade(attempt) || !attempt.text.trimEnd().endsWith(words.answer)) return [];
  return [
    {
      code: 'template-no-end',
      message:
        'No token ends an answer: a model trained with this template does not learn to stop. Make the template write `eos_token`, or the end token of the model, after each answer.',
      at: undefined,
      evidence: { given: conversation, prompts: [{ label: 'prompt', text: attempt.text }] },
    },
  ];
}

function alternation(trial: Trial): Finding[] {
  const conversation = request(question, next);
  const attempt = trial.attempt(conversation);
  if (isMade(attempt) || !isMade(trial.attempt(request(question)))) return [];
  return [
    {
      code: 'template-alternation',
      message: `Two consecutive user messages are rejected: ${sentence(attempt.error)} Join them first.`,
      at: attempt.at,
      evidence: { given: conversation, prompts: [{ label: 'refused', text: attempt.error }] },
    },
  ];
}

function systems(trial: Trial): Finding[] {
  const conversation = request(system, question);
  const attempt = trial.attempt(conversation);
  if (isMade(attempt)) return [];
  return [
    {
      code: 'template-refuses-system',
      message: `System messages are rejected: ${sentence(attempt.error)} Put the instructions into the first user message.`,
      at: attempt.at,
      evidence: { given: conversation, prompts: [{ label: 'refused', text: attempt.error }] },
    },
  ];
}

function clock(trial: Trial): Finding[] {
  const conversation = request(question);
  const attempt = trial.attempt(conversation);
  if (!isMade(attempt) || !attempt.usesClock) return [];
  return [
    {
      code: 'template-clock',
      message:
        'The prompt contains the current date, so it differs from day to day, in training too. Set a fixed date in the template or in its variables.',
      at: placeOf(trial.template, 'strftime_now'),
      evidence: { given: conversation, prompts: [{ label: 'prompt', text: attempt.text }] },
    },
  ];
}

/** An opening tag of a thought at the end of a generation prompt. */
const opensThought = /<think(?:ing)?>\s*$|<\|START_THINKING\|>\s*$|<seed:think>\s*$/i;

function thinking(trial: Trial): Finding[] {
  const conversation = request(question);
  const switches = ['enable_thinking', 'thinking'];
  const [usual, ...off] = [conversation, ...switches.map((name) => ({ ...conversation, [name]: false }))].map((one) =>
    trial.attempt(one),
  );
  if (usual === undefined || !isMade(usual)) return [];
  const differs = switches.find((_, i) => {
    const other = off[i];
    return other !== undefined && isMade(other) && other.text !== usual.text;
  });
  if (differs === undefined && !opensThought.test(usual.text)) return [];
  const [how, otherwise] =
    differs === undefined
      ? ['no variable turns this off', 'remove the opening tag of the thought from the generation prompt']
      : [`\`${differs}=false\` turns this off`, `set \`${differs}\` to false`];
  return [
    {
      code: 'template-thinks',
      message: `By default, the prompt asks the model to think; ${how}. Training rows without reasoning contradict this. Add reasoning to these rows, or ${otherwise}.`,
      at: differs === undefined ? placeOf(trial.template, '<think>') : placeOf(trial.template, differs),
      evidence: { given: conversation, prompts: [{ label: 'prompt', text: usual.text }] },
    },
  ];
}

function spaces(trial: Trial): Finding[] {
  const tried = [
    ['user messages', request({ role: 'user', content: words.padded })],
    ['answers', complete(question, { role: 'assistant', content: words.padded }, next, last)],
    ['system messages', request({ role: 'system', content: words.padded }, question)],
  ] as const;
  for (const [whose, conversation] of tried) {
    const attempt = trial.attempt(conversation);
    if (!isMade(attempt) || attempt.text.includes(words.padded) || !attempt.text.includes(words.padded.trim()))
      continue;
    return [
      {
        code: 'template-trims',
        message: `Spaces and line breaks at the beginning and end of ${whose} are removed, so the model cannot distinguish rows that differ only there. If the difference matters, make the template write the content without trimming.`,
        at: placeOf(trial.template, 'trim', 'strip'),
        evidence: { given: conversation, prompts: [{ label: 'prompt', text: attempt.text }], missing: words.padded },
      },
    ];
  }
  return [];
}

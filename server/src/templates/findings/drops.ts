/** Finds words of a conversation that are missing from its prompt. */
import { childrenOf, walk } from '../jinja/walk.ts';
import type { JinjaTemplate } from '../jinja-template.ts';
import {
  answer,
  asJson,
  asObject,
  call,
  calls,
  complete,
  completeWith,
  inParts,
  last,
  next,
  question,
  reply,
  request,
  system,
  tagged,
  thought,
  withTools,
  words,
} from './conversations.ts';
import { type Finding, firstPlaceOf, isMade, type Trial } from './finding.ts';

type Given = Finding['evidence']['given'];

interface Part {
  readonly code: string;
  /** Variants of a conversation; the first variant that the template accepts is tested. */
  readonly given: readonly Given[];
  /** The words to search for: the part counts as dropped if the prompt contains none of them. */
  readonly words: readonly string[];
  /** The same content in another format. The part only counts as dropped if the prompt for this conversation lacks `words`, too. */
  readonly otherwise?: Given;
  readonly says: string;
  /** The advice. If the template misspells one of the words in `meant`, the message has the correct spelling instead. */
  readonly advice: string | ((template: JinjaTemplate) => string);
  readonly meant: readonly string[];
  /** Words to underline in the template: the first of them that the template contains. */
  readonly places: (template: JinjaTemplate) => readonly string[];
  readonly milder?: (template: JinjaTemplate) => boolean;
}

/**
 * Two variants of a conversation: with the arguments of calls as an object, and as a JSON string. Both occur in chat APIs and data
 * sets.
 */
const called = (make: (args: unknown) => Given) => [make(asObject), make(asJson)];

/** The parts that may be dropped. Only the first dropped part in each list is reported, since it explains the others. */
const parts: readonly (readonly Part[])[] = [
  [
    {
      code: 'template-drops-turns',
      given: [request(question)],
      words: [words.question],
      otherwise: request(inParts(question)),
      says: 'User messages are dropped: the model never sees a question.',
      advice: 'Make the template write messages with role `user`.',
      meant: ['user', 'role', 'content'],
      places: () => ["'user'", '"user"', 'role'],
    },
    {
      code: 'template-drops-turns',
      given: [complete(question, answer)],
      words: [words.question],
      otherwise: complete(inParts(question), inParts(answer)),
      says: 'Earlier questions are dropped once an answer follows: the model does not see them.',
      advice: 'Make the template write all of `messages`, not only the last message.',
      meant: ['user', 'role', 'content'],
      places: () => ['[-', 'loop.last', '| last', '|last', "'user'", '"user"', 'role'],
    },
    ...[
      { turns: [question, answer], word: words.answer },
      { turns: [question, answer, next, last], word: words.last },
      { turns: [question, answer, next, last], word: words.answer },
    ].map(
      ({ turns, word }): Part => ({
        code: 'template-drops-turns',
        given: [completeWith(turns)],
        words: [word],
        otherwise: completeWith(turns.map(inParts)),
        says: 'Answers are dropped: a model trained with this template learns no answers, and does not see its earlier answers.',
        advice: 'Make the template write messages with role `assistant`.',
        meant: ['assistant', 'role', 'content'],
        places: () => ["'assistant'", '"assistant"', 'role'],
      }),
    ),
  ],
  [
    {
      code: 'template-drops-calls',
      // The name of a declared tool may be in the prompt even without a call.
      given: called((args) => withTools(request(question, call(args, '', words.called), reply))),
      words: [words.called, words.argument],
      says: 'Calls are dropped completely: a model trained with this template never sees a call.',
      advice: 'Use a template that writes `tool_calls`.',
      meant: ['tool_calls', 'assistant', 'function', 'role'],
      places: () => ['tool_calls', 'assistant'],
    },
    {
      code: 'template-drops-arguments',
      given: called((args) => withTools(request(question, call(args), reply))),
      words: [words.argument],
      says: 'The arguments of calls are dropped: a model trained with this template learns to make calls without arguments, and does not see the arguments of its earlier calls.',
      advice: (template) => `Make the template write \`${argumentsIn(template)}\`.`,
      meant: ['arguments', 'function'],
      places: (template) => ['arguments', `${variableIn(template)}.function.name`, '.name', 'tool_calls', 'assistant'],
    },
    {
      code: 'template-drops-arguments',
      given: [withTools(request(question, call(asJson), reply))],
      words: [words.argument],
      says: 'Arguments that are a JSON string, as returned by chat APIs, are dropped: a model trained with this template never sees these arguments.',
      advice: (template) =>
        `Make the template write strings unchanged: \`${argumentsIn(template)} if ${argumentsIn(template)} is string\`.`,
      meant: ['arguments', 'function'],
      places: () => ['arguments', 'tool_calls'],
    },
    {
      code: 'template-drops-parallel-calls',
      given: called((args) => withTools(request(question, calls(args), reply))),
      words: [words.second],
      says: 'The second of two calls in one message is dropped. A model trained with this template learns to make only one call at a time, and sees replies to calls that it did not make.',
      advice: 'Make the template write all of `tool_calls`.',
      meant: [],
      places: () => ['tool_calls[', 'tool_calls|', 'tool_calls |', 'tool_calls'],
    },
  ],
  [
    {
      code: 'template-drops-tools',
      given: [withTools(request(question)), withTools(request(system, question))],
      words: [words.tool],
      says: 'The tools are dropped: the model sees neither which tools it has nor which parameters they take.',
      advice: 'Make the template write `tools`, or describe the tools in the system message.',
      meant: [],
      places: () => [],
      // A template that never reads `tools` is not meant to write tools.
      milder: (template) => !reads(template, 'tools'),
    },
    {
      code: 'template-drops-tools',
      given: [withTools(request(question)), withTools(request(system, question))],
      words: [words.parameter],
      says: 'The parameters of tools are dropped: the model does not see which arguments each tool takes.',
      advice: 'Make the template write the whole tool: `tool | tojson`.',
      meant: ['parameters', 'properties', 'function'],
      places: () => ['function.name', 'tools'],
    },
  ],
  [
    {
      code: 'template-drops-replies',
      given: called((args) => withTools(request(question, call(args), reply))),
      words: [words.reply],
      says: 'Tool replies are dropped: the model answers without having seen them.',
      advice: 'Make the template write messages with role `tool`.',
      meant: ['tool', 'role', 'content'],
      places: () => ["'tool'", '"tool"', 'role'],
    },
    {
      code: 'template-drops-replies',
      given: called((args) => withTools(complete(question, call(args), reply, answer))),
      words: [words.reply],
      says: 'Tool replies are dropped once an answer follows: a model trained with this template learns to answer without having seen them.',
      advice: 'Make the template write tool replies wherever they occur.',
      meant: [],
      places: () => ['loop.last', "'tool'", '"tool"', 'role'],
    },
  ],
  [
    {
      code: 'template-drops-system',
      given: [request(system, question)],
      words: [words.system],
      says: 'System messages are silently dropped, so the model does not see its instructions.',
      advice: 'Put the instructions into the first user message.',
      meant: ['system', 'role', 'content'],
      places: () => ["'system'", '"system"', 'role'],
    },
    {
      code: 'template-drops-system',
      given: [complete(system, question, answer)],
      words: [words.system],
      says: 'System messages are silently dropped once an answer follows: a model trained with this template learns to answer without its instructions.',
      advice:
        'Make the template write system messages wherever they occur, or put the instructions into the first user message.',
      meant: ['system', 'role', 'content'],
      places: () => ['loop.last', "'system'", '"system"', 'role'],
      // Mistral's templates also drop system messages in this way.
      milder: () => true,
    },
  ],
  [
    {
      code: 'template-drops-reasoning',
      given: [complete(question, tagged)],
      words: [words.reasoning],
      otherwise: complete(question, { ...thought, reasoning: words.reasoning, thinking: words.reasoning }),
      says: 'The reasoning of an answer is dropped in both forms, as `reasoning_content` and between `<think>` and `</think>`, even in the last answer. A model trained with this template does not learn to reason.',
      advice: 'Make the template write one of the two forms, at least in the last answer.',
      meant: ['reasoning_content', 'reasoning', 'thinking'],
      places: () => ['</think>', 'think'],
    },
    {
      // This is the reasoning of the last answer, which is the one to train on.
      code: 'template-drops-reasoning',
      given: [complete(question, { ...thought, reasoning: words.reasoning, thinking: words.reasoning })],
      words: [words.reasoning],
      says: 'The reasoning of an answer (`reasoning_content`, `reasoning`, `thinking`) is dropped, even in the last answer: a model trained with this template does not learn to reason.',
      advice: 'Make the template write `reasoning_content`, or put the reasoning into the content.',
      meant: ['reasoning_content', 'reasoning', 'thinking', 'assistant'],
      places: () => ['reasoning', 'think'],
    },
  ],
];

/** Reports dropped parts. If whole turns are dropped, reports only the turns, since their content is dropped with them. */
export function drops(trial: Trial): Finding[] {
  const findings: Finding[] = [];
  for (const list of parts) {
    let finding: Finding | undefined;
    for (const part of list) finding ??= dropped(trial, part);
    if (finding?.code === 'template-drops-turns') return [finding];
    if (finding) findings.push(finding);
  }
  return findings;
}

function dropped(trial: Trial, part: Part): Finding | undefined {
  const { template } = trial;
  for (const conversation of part.given) {
    const attempt = trial.attempt(conversation);
    if (!isMade(attempt)) continue;
    const other = part.otherwise === undefined ? undefined : trial.attempt(part.otherwise);
    const attempts = [attempt, ...(other && isMade(other) ? [other] : [])];
    if (part.words.some((word) => attempts.some(({ text }) => text.includes(word)))) return undefined;
    const slip = trial.slip(part.meant);
    const advice = typeof part.advice === 'string' ? part.advice : part.advice(template);
    return {
      code: part.code,
      message: `${part.says} ${slip?.says ?? advice}`,
      at: slip?.at ?? firstPlaceOf(template, part.places(template)),
      ...(part.milder?.(template) && { milder: 'information' }),
      evidence: {
        given: conversation,
        prompts: [{ label: 'prompt', text: attempt.text }],
        missing: part.words.at(-1) as string,
      },
    };
  }
  return undefined;
}

/** The expression with which the template would write the arguments of a call, which uses the template's loop variable. */
function argumentsIn(template: JinjaTemplate): string {
  const expression = /\b[A-Za-z_][\w.]{0,80}\.arguments\b/.exec(template.text)?.[0];
  return expression ?? `${variableIn(template)}.function.arguments`;
}

/** The name of the loop variable for calls. */
const variableIn = ({ text }: JinjaTemplate) =>
  /\bfor\s+([A-Za-z_]\w{0,40})\s+in\s+[^%\s]{0,80}tool_calls\b/.exec(text)?.[1] ?? 'tool_call';

/**
 * Whether a template reads a variable that is passed to it. Setting the variable, or mentioning its name in a string, does not
 * count.
 */
function reads({ body }: JinjaTemplate, name: string): boolean {
  let isRead = false;
  for (const [node] of walk(body, undefined, childrenOf)) {
    if (node.kind === 'set' && node.target.kind === 'name' && node.target.name === name) return false;
    isRead ||= node.kind === 'name' && node.name === name;
  }
  return isRead;
}

/** Findings about calls, their arguments, and replies. */
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import { sentence } from '../jinja/errors.ts';
import type { Template } from '../template.ts';
import { asJson, asObject, call, complete, question, reply, request, withTools, words } from './conversations.ts';
import type { Attempt, Finding, Trial } from './finding.ts';

const isMade = (one: Attempt): one is Extract<Attempt, { readonly text: string }> => 'text' in one;

/** Where a template mentions something, for a finding about it. */
export function placeOf({ text }: Template, ...names: readonly string[]): number | undefined {
  const places = names.map((name) => text.indexOf(name)).filter((at) => at >= 0);
  return places.length > 0 ? places[0] : undefined;
}

export function ofTools(trial: Trial): Finding[] {
  const given = withTools(request(question, call(asObject), reply));
  const given2 = withTools(request(question, call(asJson), reply));
  const [object, json] = [trial.attempt(given), trial.attempt(given2)];
  if (!isMade(object) && !isMade(json)) return refusal(given, object);
  const found: Finding[] = [];
  const [made, from] = isMade(object) ? [object, given] : [json as Extract<Attempt, { text: string }>, given2];
  const dropped = drops(trial, made.text, from);
  found.push(...dropped);
  if (isMade(object) && isMade(json)) found.push(...dropsForm(trial, dropped, [given, object], [given2, json]));
  if (isMade(json) && dropped.length === 0 && json.text.includes(JSON.stringify(asJson))) {
    found.push({
      code: 'template-arguments-twice',
      message:
        'Arguments that are a string of JSON, as chat APIs give them, are written as a string of a string: the model learns to call with quotes and backslashes. Parse them before, or write a string as it is.',
      at: placeOf(trial.template, 'arguments'),
      evidence: { given: given2, prompts: prompts(['arguments as JSON', json], ['arguments as an object', object]) },
    });
  }
  if (isMade(object) !== isMade(json)) found.push(oneForm(trial, isMade(object) ? [given2, json] : [given, object]));
  return dropped.length > 0 ? found : [...found, ...ofNull(trial)];
}

const prompts = (...all: readonly (readonly [label: string, made: Attempt])[]) =>
  all.map(([label, made]) => ({ label, text: isMade(made) ? made.text : `(refused: ${made.error})` }));

/** A template may be for models that call no tools, and say so; one that fails there has a mistake. */
function refusal(given: Finding['evidence']['given'], made: Attempt): Finding[] {
  if (isMade(made)) return [];
  const raised = made.fault === 'raised';
  const error = sentence(made.error);
  return [
    {
      code: 'template-refuses-tools',
      message: raised
        ? `A conversation with a call and a reply is refused: ${error} Use another template if the model is to call tools.`
        : `The template fails at a conversation with a call and a reply: ${error} Correct the member or the type there: a call has \`function.name\` and \`function.arguments\`.`,
      at: made.at,
      ...(raised && { milder: 'information' as const }),
      evidence: { given, prompts: prompts(['refused', made]) },
    },
  ];
}

/** Reports arguments that are left out in only one form. */
function dropsForm(
  { template }: Trial,
  dropped: readonly Finding[],
  ...forms: readonly (readonly [given: Finding['evidence']['given'], made: { readonly text: string }])[]
): Finding[] {
  const [object, json] = forms.map(([, { text }]) => text.includes(words.argument));
  if (dropped.some(({ code }) => code === 'template-drops-calls') || object === json || !object) return [];
  const [given, { text }] = forms[1] as (typeof forms)[number];
  return [
    {
      code: 'template-drops-arguments',
      message: `Arguments that are a string of JSON, as chat APIs give them, are left out: a model that is trained with this template never sees any. Write a string as it is: \`${argumentsIn(template)} if ${argumentsIn(template)} is string\`.`,
      at: placeOf(template, 'arguments', 'tool_calls'),
      evidence: { given, prompts: [{ label: 'arguments as JSON', text }], missing: words.argument },
    },
  ];
}

/** The expression for the arguments of a call, with the loop variable of the template. */
function argumentsIn(template: Template): string {
  const written = /\b[A-Za-z_][\w.]{0,80}\.arguments\b/.exec(template.text)?.[0];
  if (written !== undefined) return written;
  return `${variableIn(template)}.function.arguments`;
}

/** The loop variable for calls. */
const variableIn = ({ text }: Template) =>
  /\bfor\s+([A-Za-z_]\w{0,40})\s+in\s+[^%\s]{0,80}tool_calls\b/.exec(text)?.[1] ?? 'tool_call';

/** A misspelling of the intended member, after a dot or in brackets. */
function misspelled({ text }: Template, meant: string): { readonly word: string; readonly at: number } | undefined {
  let left = mostMembers;
  for (const { index, 0: whole, 1: word = '' } of text.matchAll(/(?:\.|\[\s*['"])([A-Za-z_]\w{3,40})/g)) {
    if (left-- === 0) return undefined;
    if (!members.includes(word) && closest(word, members) === meant)
      return { word, at: index + whole.length - word.length };
  }
  return undefined;
}

const mostMembers = 2_000;
/** Members of messages and calls: a misspelled word counts as the nearest of them. */
const members = [
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'reasoning_content', 'reasoning', 'thinking'],
  ...[
    'function',
    'arguments',
    'parameters',
    'description',
    'type',
    'items',
    'strip',
    'split',
    'startswith',
    'endswith',
  ],
];

function drops(trial: Trial, text: string, given: Finding['evidence']['given']): Finding[] {
  const found: Finding[] = [];
  const evidence = (missing: string) => ({ given, prompts: [{ label: 'prompt', text }], missing });
  const plainly = trial.attempt(request(question));
  const declared = isMade(plainly) && !plainly.text.includes(words.tool) && text.includes(words.tool);
  if (!text.includes(words.argument)) {
    const { template } = trial;
    const typo = misspelled(template, declared ? 'arguments' : 'tool_calls');
    const says = declared
      ? 'The arguments of calls are left out: a model that is trained with this template never sees any, and in later turns it forgets what it asked.'
      : 'Calls are left out completely: a model trained with this template never sees one.';
    const advice = typo
      ? `${quote(typo.word)} is undefined.${didYouMean(declared ? 'arguments' : 'tool_calls')}`
      : declared
        ? `Write \`${argumentsIn(template)}\`.`
        : 'Use a template that writes `tool_calls`.';
    found.push({
      code: declared ? 'template-drops-arguments' : 'template-drops-calls',
      message: `${says} ${advice}`,
      at:
        typo?.at ??
        placeOf(
          template,
          ...(declared ? ['arguments', `${variableIn(template)}.function.name`, '.name'] : []),
          'tool_calls',
          'assistant',
        ),
      evidence: evidence(words.argument),
    });
  }
  if (!text.includes(words.reply)) {
    found.push({
      code: 'template-drops-replies',
      message:
        'What a tool replies is left out: the model answers without having seen it. Write messages of the role `tool`.',
      at: placeOf(trial.template, "'tool'", '"tool"', 'role'),
      evidence: evidence(words.reply),
    });
  }
  return found;
}

function oneForm(trial: Trial, [given, made]: readonly [Finding['evidence']['given'], Attempt]): Finding {
  const error = isMade(made) ? '' : made.error;
  const form = (given.messages as { tool_calls?: { function: { arguments: unknown } }[] }[])[1]?.tool_calls?.[0]
    ?.function.arguments;
  const name = typeof form === 'string' ? 'a string of JSON, as chat APIs give them' : 'an object';
  return {
    code: 'template-refuses-arguments',
    message: `Arguments that are ${name}, are refused: ${sentence(error)} Give them in the other form.`,
    at: isMade(made) ? placeOf(trial.template, 'arguments') : made.at,
    evidence: { given, prompts: prompts(['refused', made]) },
  };
}

/** Chat APIs give a call with the content `null`. */
function ofNull(trial: Trial): Finding[] {
  const given = withTools(complete(question, call(asObject, null), reply));
  const [made, with_] = [trial.attempt(given), trial.attempt(withTools(complete(question, call(asObject), reply)))];
  if (isMade(with_) && !isMade(made)) {
    return [
      {
        code: 'template-refuses-null',
        message: `A call whose content is null, as chat APIs give it, is refused: ${sentence(made.error)} Give the empty string in its place.`,
        at: made.at,
        evidence: { given, prompts: prompts(['refused', made]) },
      },
    ];
  }
  if (!isMade(made) || !isMade(with_) || !/\bNone\b/.test(made.text) || /\bNone\b/.test(with_.text)) return [];
  return [
    {
      code: 'template-writes-none',
      message:
        'The content null of a call, as chat APIs give it, is written as `None`: the model learns to say that. Give the empty string in its place.',
      at: placeOf(trial.template, 'content'),
      evidence: { given, prompts: prompts(['content null', made], ['content empty', with_]) },
    },
  ];
}

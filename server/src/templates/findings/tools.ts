/** What becomes of calls, their arguments, and replies. */
import type { Template } from '../template.ts';
import { asJson, asObject, call, complete, question, reply, request, withTools, words } from './conversations.ts';
import { type Attempt, type Finding, sentence, type Trial } from './finding.ts';

const isMade = (one: Attempt): one is Extract<Attempt, { readonly text: string }> => 'text' in one;

/** Where a template speaks of something, for a finding about it. */
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

function refusal(given: Finding['evidence']['given'], made: Attempt): Finding[] {
  return isMade(made)
    ? []
    : [
        {
          code: 'template-refuses-tools',
          message: `A conversation with a call and a reply is refused: ${sentence(made.error)}`,
          at: made.at,
          evidence: { given, prompts: prompts(['refused', made]) },
        },
      ];
}

function drops(trial: Trial, text: string, given: Finding['evidence']['given']): Finding[] {
  const found: Finding[] = [];
  const evidence = (missing: string) => ({ given, prompts: [{ label: 'prompt', text }], missing });
  const plainly = trial.attempt(request(question));
  const declared = isMade(plainly) && !plainly.text.includes(words.tool) && text.includes(words.tool);
  if (!text.includes(words.argument)) {
    found.push({
      code: declared ? 'template-drops-arguments' : 'template-drops-calls',
      message: declared
        ? 'The arguments of calls are left out: a model that is trained with this template never sees any, and in later turns it forgets what it asked. Write `tool_call.function.arguments`.'
        : 'Calls are left out whole: a model that is trained with this template never sees one. Use a template that writes `tool_calls`.',
      at: placeOf(trial.template, 'tool_calls', 'assistant'),
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

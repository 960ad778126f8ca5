/** Findings about calls that the template rejects, or writes differently from the input. `drops` finds dropped calls. */
import { sentence } from '../jinja/errors.ts';
import { asJson, asObject, call, calls, complete, question, reply, request, withTools } from './conversations.ts';
import { type Attempt, type Finding, isMade, placeOf, type Trial } from './finding.ts';

/** Findings about calls. `isWritten`: whether calls and replies are in the prompt. */
export function ofTools(trial: Trial, isWritten: boolean): Finding[] {
  const objectConversation = withTools(request(question, call(asObject), reply));
  const jsonConversation = withTools(request(question, call(asJson), reply));
  const [object, json] = [trial.attempt(objectConversation), trial.attempt(jsonConversation)];
  if (!isMade(object) && !isMade(json)) return refusal(trial, objectConversation, object);
  const findings: Finding[] = [];
  if (isMade(json) && isWritten && json.text.includes(JSON.stringify(asJson))) {
    findings.push({
      code: 'template-arguments-twice',
      message:
        'Arguments that are a JSON string, as returned by chat APIs, are encoded twice: the model learns to write calls with quotes and backslashes. Parse the arguments first, or make the template write strings unchanged.',
      at: placeOf(trial.template, 'arguments'),
      evidence: {
        given: jsonConversation,
        prompts: prompts(['arguments as JSON', json], ['arguments as an object', object]),
      },
    });
  }
  if (isMade(object) !== isMade(json))
    findings.push(oneForm(trial, isMade(object) ? [jsonConversation, json] : [objectConversation, object]));
  return isWritten ? [...findings, ...ofParallel(trial), ...ofNull(trial)] : findings;
}

/** Tests a message with two calls. Some models are designed for only one call at a time. */
function ofParallel(trial: Trial): Finding[] {
  const tried = [asObject, asJson].map((args) => {
    const conversation = withTools(request(question, calls(args), reply));
    return {
      given: conversation,
      made: trial.attempt(conversation),
      single: trial.attempt(withTools(request(question, call(args), reply))),
    };
  });
  const [first] = tried.filter(({ single }) => isMade(single));
  if (first === undefined || isMade(first.made)) return [];
  return [
    {
      code: 'template-refuses-parallel-calls',
      message: `Two calls in one message are rejected: ${sentence(first.made.error)} Write one call per message, each followed by its reply.`,
      at: first.made.at,
      evidence: { given: first.given, prompts: prompts(['refused', first.made]) },
    },
  ];
}

const prompts = (...all: readonly (readonly [label: string, attempt: Attempt])[]) =>
  all.map(([label, attempt]) => ({ label, text: isMade(attempt) ? attempt.text : `(refused: ${attempt.error})` }));

/**
 * Reports rejected calls. A template for a model without tools may reject calls with `raise_exception`; if it fails in any other
 * way, it has a bug.
 */
function refusal(trial: Trial, conversation: Finding['evidence']['given'], attempt: Attempt): Finding[] {
  if (isMade(attempt)) return [];
  const raised = attempt.fault === 'raised';
  const error = sentence(attempt.error);
  const slip = raised ? undefined : trial.slip(ofCalls);
  return [
    {
      code: 'template-refuses-tools',
      message: raised
        ? `Conversations with a call and a reply are rejected: ${error} Use another template if the model should call tools.`
        : `The template fails on conversations with a call and a reply: ${error} ${slip?.says ?? 'Correct the key or the type in the template: a call has `function.name` and `function.arguments`.'}`,
      at: slip?.at ?? attempt.at,
      ...(raised && { milder: 'information' as const }),
      evidence: { given: conversation, prompts: prompts(['refused', attempt]) },
    },
  ];
}

const ofCalls = ['tool_calls', 'function', 'name', 'arguments', 'content', 'tool_call_id'];

/**
 * Reports a template that accepts only one type of arguments. Some models support arguments only as an object, or only as a string.
 * A template with a misspelled key, however, is meant to support both.
 */
function oneForm(trial: Trial, [conversation, attempt]: readonly [Finding['evidence']['given'], Attempt]): Finding {
  const error = sentence(isMade(attempt) ? '' : attempt.error);
  const { arguments: args } = (conversation.messages as ReturnType<typeof call>[])[1]?.tool_calls[0]?.function ?? {};
  const [form, other] =
    typeof args === 'string'
      ? ['a JSON string, as returned by chat APIs,', 'an object']
      : ['an object', 'a JSON string'];
  const slip = trial.slip(ofCalls);
  return {
    code: 'template-refuses-arguments',
    message: `Arguments that are ${form} are rejected: ${error} ${slip?.says ?? `Pass ${other} instead.`}`,
    at: slip?.at ?? (isMade(attempt) ? placeOf(trial.template, 'arguments') : attempt.at),
    ...(slip === undefined && { milder: 'information' as const }),
    evidence: { given: conversation, prompts: prompts(['refused', attempt]) },
  };
}

/** Returns a sentence for the message about dropped calls if the template does not handle calls with `content: null` either. */
export function atNull(trial: Trial): string {
  const [finding] = ofNull(trial);
  if (finding === undefined) return '';
  return finding.code === 'template-refuses-null'
    ? ' This template also fails if a message with calls has `content: null`, as returned by chat APIs.'
    : ' If a message with calls has `content: null`, as returned by chat APIs, this template writes `None`.';
}

/** Tests calls with `content: null`, as chat APIs return them. */
function ofNull(trial: Trial): Finding[] {
  const conversation = withTools(complete(question, call(asObject, null), reply));
  const [nullAttempt, textAttempt] = [
    trial.attempt(conversation),
    trial.attempt(withTools(complete(question, call(asObject), reply))),
  ];
  if (isMade(textAttempt) && !isMade(nullAttempt)) {
    return [
      {
        code: 'template-refuses-null',
        message: `Messages with calls and \`content: null\`, as returned by chat APIs, are rejected: ${sentence(nullAttempt.error)} Use the empty string instead.`,
        at: nullAttempt.at,
        evidence: { given: conversation, prompts: prompts(['refused', nullAttempt]) },
      },
    ];
  }
  if (
    !isMade(nullAttempt) ||
    !isMade(textAttempt) ||
    !/\bNone\b/.test(nullAttempt.text) ||
    /\bNone\b/.test(textAttempt.text)
  )
    return [];
  return [
    {
      code: 'template-writes-none',
      message:
        '`content: null` in a message with calls, as returned by chat APIs, is written as `None`: the model learns to write `None`. Use the empty string instead.',
      at: placeOf(trial.template, 'content'),
      evidence: {
        given: conversation,
        prompts: prompts(['content null', nullAttempt], ['content empty', textAttempt]),
      },
    },
  ];
}

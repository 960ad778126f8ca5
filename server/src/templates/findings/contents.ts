/** Findings about the formats of content in chat APIs: lists of parts, text next to calls, and replies. */
import { asJson, asObject, call, inParts, question, reply, request, withTools, words } from './conversations.ts';
import { type Attempt, type Finding, isMade, placeOf, type Trial } from './finding.ts';

type Given = Finding['evidence']['given'];

/** Findings about content. `isWritten`: whether calls and replies are in the prompt. */
export const ofContents = (trial: Trial, isWritten: boolean): Finding[] => [
  ...(trial.asParts ? [] : ofParts(trial)),
  ...(isWritten ? [...ofTextBesideCalls(trial), ...ofReplies(trial)] : []),
];

const prompt = (text: string, label = 'prompt') => [{ label, text }];

/** Tests content that is a list of parts. Chat APIs also accept such content, and servers may pass it to the template unchanged. */
function ofParts(trial: Trial): Finding[] {
  const conversation = request(inParts(question));
  const [attempt, usual] = [trial.attempt(conversation), trial.attempt(request(question))];
  if (!isMade(attempt) || !isMade(usual) || !usual.text.includes(words.question)) return [];
  const at = placeOf(trial.template, 'content');
  if (!attempt.text.includes(words.question)) {
    return [
      {
        code: 'template-drops-parts',
        message:
          'Content that is a list of parts, as in `[{"type": "text", "text": …}]`, is silently dropped: the model sees an empty message. If the content is not a string, make the template write the `text` of each part.',
        at,
        evidence: { given: conversation, prompts: prompt(attempt.text), missing: words.question },
      },
    ];
  }
  if (!/\{\s*['"]type['"]/.test(attempt.text) || /\{\s*['"]type['"]/.test(usual.text)) return [];
  return [
    {
      code: 'template-writes-parts',
      message:
        'Content that is a list of parts, as in `[{"type": "text", "text": …}]`, is written as a Python list, with quotes and braces. If the content is not a string, make the template write the `text` of each part, or pass content as strings.',
      at,
      evidence: { given: conversation, prompts: prompt(attempt.text) },
    },
  ];
}

/** Tests a message with both text and calls. */
function ofTextBesideCalls(trial: Trial): Finding[] {
  const [conversation, attempt] = firstMade(trial, [asObject, asJson], (args) =>
    withTools(request(question, call(args, words.beside), reply)),
  );
  if (attempt === undefined || !attempt.text.includes(words.argument) || attempt.text.includes(words.beside)) return [];
  return [
    {
      code: 'template-drops-call-text',
      message:
        'Text in messages with calls is dropped: a model trained with this template does not learn to write it, and does not see it in later turns. Make the template write `content` before `tool_calls`.',
      at: placeOf(trial.template, 'tool_calls', 'content'),
      evidence: { given: conversation, prompts: prompt(attempt.text), missing: words.beside },
    },
  ];
}

/** Reports replies that the template writes as JSON strings instead of as plain text, unless they are values in an object. */
function ofReplies(trial: Trial): Finding[] {
  const [conversation, attempt] = firstMade(trial, [asObject, asJson], (args) =>
    withTools(request(question, call(args), reply)),
  );
  if (attempt === undefined || !new RegExp(`(?:^|[^\\s:])\\s*"${words.reply}"`).test(attempt.text)) return [];
  return [
    {
      code: 'template-quotes-replies',
      message: `Tool replies are written as JSON strings, \`"${words.reply}"\` instead of \`${words.reply}\`. Replies that are already JSON are encoded twice, with backslashes. Make the template write string content unchanged.`,
      at: placeOf(trial.template, 'tojson'),
      evidence: { given: conversation, prompts: prompt(attempt.text) },
    },
  ];
}

/** Returns the first variant of a conversation that the template accepts, and its prompt. */
function firstMade(
  trial: Trial,
  forms: readonly unknown[],
  make: (form: unknown) => Given,
): readonly [conversation: Given, attempt: Extract<Attempt, { readonly text: string }> | undefined] {
  for (const form of forms) {
    const conversation = make(form);
    const attempt = trial.attempt(conversation);
    if (isMade(attempt)) return [conversation, attempt];
  }
  return [make(forms[0]), undefined];
}

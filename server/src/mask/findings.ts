/** Finds the problems of a mask, such as text that is trained by mistake, or answers that are not trained. */
import type { Severity } from '../rules/support/rule.ts';
import { joinedWords } from '../syntax/wording.ts';
import type { AddedToken } from '../tokens/file/data.ts';
import { kindOf, type TokenKind, type TokenKinds } from './kinds.ts';
import { isInPart } from './row.ts';
import { IGNORED, type MaskEvent, type Sequence } from './sequence.ts';

export interface MaskFinding {
  readonly code: string;
  readonly message: string;
  /** The name of the remedy in `remedies.ts`, if the code has several. */
  readonly remedy?: string;
  /** The severity, if it is milder than that of the rule. */
  readonly severity?: Severity;
  /** The index of the message in the row, counted from 0. */
  readonly about?: number;
  /** The span of the message in the line (UTF-16 offsets). */
  readonly at?: readonly [start: number, end: number];
}

interface Trained {
  readonly sequence: Sequence;
  /** One label for each token of the sequence. */
  readonly labels: readonly number[];
  readonly kinds: TokenKinds | undefined;
  readonly roles: ReadonlySet<string> | 'all';
  /** Whether the user has chosen to train everything. */
  readonly asked: boolean;
  /** Whether the row itself specifies which parts are trained. */
  readonly detailed: boolean;
  readonly added: ReadonlyMap<number, AddedToken>;
}

const ofRole: Readonly<Record<TokenKind, string | undefined>> = {
  answer: 'assistant',
  reasoning: 'assistant',
  call: 'assistant',
  stop: undefined,
  frame: undefined,
  text: undefined,
  reply: 'tool',
  user: 'user',
  system: 'system',
};

const speakerNames: ReadonlyMap<string, string> = new Map([
  ['assistant', 'the assistant'],
  ['tool', 'a tool'],
  ['user', 'the user'],
  ['system', 'the system prompt'],
]);

export function findingsOf(trained: Trained): MaskFinding[] {
  const { sequence, labels, kinds } = trained;
  const findings: MaskFinding[] = sequence.events.map((event: MaskEvent) => event);
  if (sequence.approximate)
    findings.push({
      code: 'mask-approximate',
      message:
        'A stretch of text in this row is so long that it was split before it was encoded: the trainer may have different tokens there',
    });
  if (!labels.some((label) => label !== IGNORED))
    return [
      ...findings,
      { code: 'mask-empty', message: 'No token in this row is trained, so the loss of the row is 0 or NaN' },
    ];
  const before = [...findings, ...tokensTwice(trained)];
  if (kinds === undefined) {
    if (sequence.text !== '')
      before.push({
        code: 'mask-approximate',
        message: 'The token positions are uncertain, so only the number of tokens is known',
      });
    return before;
  }
  return [
    ...before,
    ...speakers(trained, kinds),
    ...answers(trained, kinds),
    ...absent(trained, kinds),
    ...scaffolds(trained),
  ];
}

/** Reports text that is trained although it was not written by a role that should be trained. */
function speakers({ labels, roles, asked }: Trained, { kinds, messages }: TokenKinds): MaskFinding[] {
  const counts = new Map<string, { count: number; about: number | undefined }>();
  let total = 0;
  for (const [i, label] of labels.entries()) {
    if (label === IGNORED) continue;
    total++;
    const role = ofRole[kinds[i] as TokenKind];
    if (role === undefined || (roles !== 'all' && roles.has(role))) continue;
    if (roles === 'all' && role === 'assistant') continue;
    const roleCount = counts.get(role);
    if (roleCount) roleCount.count++;
    else counts.set(role, { count: 1, about: messages[i] });
  }
  if (counts.size === 0) return [];
  const parts = [...counts].map(
    ([role, { count }]) => `${count} ${count === 1 ? 'token' : 'tokens'} from ${speakerNames.get(role) ?? role}`,
  );
  const [first] = counts.values();
  const about = first?.about === undefined ? {} : { about: first.about };
  if (roles === 'all')
    return [
      {
        code: 'mask-everything',
        message: `This conversation is trained as a whole, including text from ${joinedWords([...counts.keys()].map((role) => speakerNames.get(role) ?? role))}: the model learns to write it`,
        ...(asked && { severity: 'information' as const }),
        ...about,
      },
    ];
  return [
    {
      code: 'mask-other-speaker',
      message: `Of ${total} trained tokens, ${joinedWords(parts)} should not be trained: the model learns to write them`,
      ...about,
    },
  ];
}

/** Reports answers that are trained only in part, or without their stop token. */
function answers({ labels, roles, detailed }: Trained, { kinds, messages, answers: all }: TokenKinds): MaskFinding[] {
  if (roles !== 'all' && !roles.has('assistant')) return [];
  const parts = new Map<number, Map<TokenKind, { on: number; off: number }>>();
  for (const [i, kind] of kinds.entries()) {
    const message = messages[i];
    if (message === undefined || ofRole[kind] !== 'assistant') continue;
    const messageParts = parts.get(message) ?? new Map<TokenKind, { on: number; off: number }>();
    parts.set(message, messageParts);
    const part = messageParts.get(kind) ?? { on: 0, off: 0 };
    messageParts.set(kind, part);
    if (labels[i] === IGNORED) part.off++;
    else part.on++;
  }
  const findings: MaskFinding[] = [];
  for (const [about, { stop }] of all) {
    const counts = [...(parts.get(about) ?? [])];
    if (counts.every(([, { on }]) => on === 0)) continue;
    if (stop === undefined)
      findings.push({
        code: 'mask-stop',
        about,
        message: `No stop token follows the answer in message ${about + 1}: the model does not learn to end it`,
      });
    else if (labels[stop] === IGNORED)
      findings.push({
        code: 'mask-stop',
        about,
        message: `The stop token after the answer in message ${about + 1} is not trained: the model may never stop`,
      });
    for (const [kind, { on, off }] of detailed ? [] : counts)
      if (on > 0 && off > 0)
        findings.push({
          code: 'mask-partial',
          about,
          message: `Of the ${on + off} tokens in the ${partNames.get(kind)} of message ${about + 1}, ${off} ${off === 1 ? 'is' : 'are'} not trained`,
        });
  }
  return findings;
}

const partNames: ReadonlyMap<string, string> = new Map([
  ['answer', 'text'],
  ['reasoning', 'reasoning'],
  ['call', 'calls'],
]);

/** Reports assistant text that is in the prompt but not trained, and assistant text that the template drops. */
function absent({ sequence, labels, roles }: Trained, { kinds, messages }: TokenKinds): MaskFinding[] {
  if (roles !== 'all' && !roles.has('assistant')) return [];
  const keyOf = (kind: string, message: number) => `${message} ${kind}`;
  // For these messages, an event from the trainer has already explained why they are not trained.
  const explained = new Set(sequence.events.map(({ about }) => about));
  const isWanted = (message: number) => sequence.unasked?.has(message) !== true && !explained.has(message);
  const trained = new Set<string>();
  const present = new Map<string, readonly [kind: string, message: number]>();
  // The assistant text to which the previous token belongs. Most tokens belong to the same text as the token before them.
  let last: { kind: TokenKind; message: number; key: string; isTrained: boolean } | undefined;
  for (const [i, kind] of kinds.entries()) {
    const message = messages[i];
    if (message === undefined || ofRole[kind] !== 'assistant') continue;
    if (last?.kind !== kind || last.message !== message) {
      last = { kind, message, key: keyOf(kind, message), isTrained: false };
      present.set(last.key, [kind, message]);
    }
    if (last.isTrained || labels[i] === IGNORED) continue;
    last.isTrained = true;
    trained.add(last.key);
  }
  const findings: MaskFinding[] = [];
  for (const [key, [kind, about]] of present)
    if (!trained.has(key) && isWanted(about))
      findings.push({
        code: 'mask-absent',
        remedy: 'untrained',
        about,
        message: `The ${partNames.get(kind)} of message ${about + 1} ${kind === 'call' ? 'are' : 'is'} in the prompt, but not trained`,
      });
  for (const [kind, about] of leftOut(sequence))
    if (!present.has(keyOf(kind, about)) && isWanted(about))
      findings.push({
        code: 'mask-absent',
        about,
        message: `The ${partNames.get(kind)} of message ${about + 1} ${kind === 'call' ? 'are' : 'is'} not in the prompt: the template drops ${kind === 'call' ? 'them' : 'it'}`,
      });
  return findings;
}

/** Returns the kinds of assistant text that the row contains, each with its message. */
function leftOut({ sources = [], part }: Sequence): (readonly [kind: string, message: number])[] {
  const all = new Map<string, readonly [string, number]>();
  for (const source of sources) {
    if (source.message === undefined || source.value.trim() === '' || !isInPart(source, part)) continue;
    const kind = kindOf(source, 0);
    if (kind === undefined || ofRole[kind] !== 'assistant') continue;
    all.set(`${source.message} ${kind}`, [kind, source.message]);
  }
  return [...all.values()];
}

/** Reports an empty thought that the template has written and that is trained. */
function scaffolds({ sequence: { text, places }, labels }: Trained): MaskFinding[] {
  if (places === undefined) return [];
  const at = /<think>\s*<\/think>/.exec(text);
  if (at === null) return [];
  const inside = labels.some(
    (label, i) =>
      label !== IGNORED &&
      (places.starts[i] as number) >= at.index &&
      (places.ends[i] as number) <= at.index + at[0].length,
  );
  return inside
    ? [
        {
          code: 'mask-scaffold',
          message:
            'An empty thought is trained: the model learns to write it, even where the generation prompt already contains it',
        },
      ]
    : [];
}

/** Reports a sequence that begins or ends with two equal special tokens. */
function tokensTwice({ sequence: { ids }, added }: Trained): MaskFinding[] {
  const isTwice = (one: number | undefined, other: number | undefined) =>
    one !== undefined && one === other && added.get(one)?.special === true;
  const twice = isTwice(ids[0], ids[1]) ? ids[0] : isTwice(ids.at(-1), ids.at(-2)) ? ids.at(-1) : undefined;
  if (twice === undefined) return [];
  return [
    {
      code: 'mask-token-twice',
      message: `The sequence ${twice === ids[0] && ids[0] === ids[1] ? 'begins' : 'ends'} with ${added.get(twice)?.content} twice`,
    },
  ];
}

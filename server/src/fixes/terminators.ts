/** Fixes of the ends of messages, and of the text between messages. */
import { answerChannel, modelRole, userRole } from '../grammar/index.ts';
import { type TaggedPart, taggedParts } from '../model/calls/tagged-parts.ts';
import type { Message } from '../model/message.ts';
import { thoughtsOf } from '../model/thoughts.ts';
import { misspelledEnd } from '../rules/support/misspelled-end.ts';
import { seamsIn } from '../rules/support/seam.ts';
import { beginsWithTag, mayBeCall } from '../rules/support/stray-call.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { parseJson } from '../syntax/json/values.ts';
import { nearToken } from '../syntax/tokens/expected-tokens.ts';
import { unfinishedAt } from '../syntax/tokens/misspelled.ts';
import { isPlausibleStart, terminatorBefore, tokenAt } from '../syntax/tokens/tokens.ts';
import { type Fix, type Fixers, insert, type Proposal, remove, replace, type Target, titleText } from './fix.ts';
import { suggested } from './headers.ts';
import { close, setTerminator } from './support/edits.ts';

function closeWith(target: Target, safe: boolean): Fix {
  const { token, edit } = close(target.message);
  return { title: `Insert \`${token}\` at the end`, edits: [edit], preferred: true, safe };
}

function terminate(token: string, safe: boolean) {
  return ({ block }: Target): readonly Fix[] => [
    {
      title: `Replace \`<|${block.terminator}|>\` with \`${token}\``,
      edits: [setTerminator(block, token)],
      preferred: true,
      safe,
    },
  ];
}

/** Corrects all the tokens that hide the boundary between two messages. */
export function mendSeam({ block, problem }: Target): Proposal | undefined {
  const seam = problem.data?.rule === 'seam' && seamsIn(block).find(({ at }) => at.start === problem.start);
  if (!seam) return undefined;
  return {
    title: 'Correct the tokens between the two messages, so that each has its own body',
    edits: seam.slips.map(({ meant, ...span }) => replace(span, meant)),
    preferred: true,
    changesBody: true,
  };
}

/** Whether a body looks like JSON but is invalid. */
function isBrokenJson({ text, bodyStart, bodyEnd }: Block): boolean {
  const body = text.slice(bodyStart, bodyEnd);
  return /^\s*[{[]/.test(body) && parseJson(body).error !== undefined;
}

/** Whether a message would be complete, as a call and as JSON, if the terminator `token` ended it at the offset `at` of its block. */
export function completes(message: Message, token: string, at: number): boolean {
  const { block, role, kind, effectiveChannel, constraint, hint } = message;
  if (block.family.has.thoughtBlocks) {
    const isOpen = ({ open, close }: TaggedPart) => open !== undefined && close === undefined;
    return thoughtsOf(block).blocks.every(({ end }) => end !== undefined) && !taggedParts(block, role).some(isOpen);
  }
  if (token === 'return' && (role !== modelRole || effectiveChannel !== answerChannel)) return false;
  if (block.family.has.channels && (kind === 'call') !== (token === 'call')) return false;
  return (constraint ?? hint) !== 'json' || parseJson(block.text.slice(block.bodyStart, at)).error === undefined;
}

/** Completes a token that is cut off by the end of the document, if this completes the message. */
export function completeToken({ block, message }: Target): Proposal | undefined {
  const cut = unfinishedAt(block.text, block.family.spellings);
  if (cut?.token.kind !== 'terminator' || !completes(message, cut.token.name, cut.start)) return undefined;
  const span = { start: cut.start, end: block.text.length };
  return {
    title: `Complete ${titleText(block.text, span)} in the body to \`${cut.token.text}\``,
    edits: [replace(span, cut.token.text)],
    preferred: true,
    changesBody: true,
  };
}

/**
 * Corrects the misspelled terminator of an open message, in any family. In families without white space between messages, white space after
 * the terminator is also removed.
 */
export function respellEnd({ block, message, problem }: Target): Proposal | undefined {
  const typo = misspelledEnd(block);
  if (typo?.start !== problem.start || !completes(message, typo.token.name, typo.start)) return undefined;
  const end = block.family.frame.between === '' ? block.bodyEnd : typo.end;
  return {
    title: `Replace ${titleText(block.text, typo)} with \`${typo.token.text}\`, which ends the body`,
    edits: [replace({ start: typo.start, end }, typo.token.text)],
    preferred: true,
    changesBody: true,
  };
}

/** Whether the first token after `<|message|>` ends the message. */
function isWhole(text: string): boolean {
  let inBody = false;
  for (let at = text.indexOf('<|'); at >= 0; at = text.indexOf('<|', at + 2)) {
    const token = tokenAt(text, at);
    if (token === undefined) continue;
    if (inBody) return token.kind === 'terminator';
    inBody = token.name === 'message';
  }
  return false;
}

/** Corrects the `<|strat|>` of a message such as `<|strat|>user<|message|>…`, which is outside any other message. */
function respellStart({ block, problem, context }: Target): Proposal | undefined {
  const near = nearToken(block.text, problem.start, block.text.length, ['start']);
  if (near?.start !== problem.start) return undefined;
  const header = block.text.slice(near.end);
  const next = header.includes('<|')
    ? ''
    : (context.blocks.at((context.blocks.placeOf(block)?.index ?? 0) + 1)?.text ?? '');
  const rest = header + next;
  if (
    !isPlausibleStart(near.token.text + rest, 0) ||
    tokenAt(rest, rest.indexOf('<|'))?.kind !== 'part' ||
    !isWhole(rest)
  )
    return undefined;
  return {
    title: `Replace ${titleText(block.text, near)} with \`${near.token.text}\`, which begins a message with its own body`,
    edits: [replace(near, near.token.text)],
    preferred: true,
    changesBody: true,
  };
}

/** Closes a message that may be complete except for its terminator. */
function truncated(target: Target): Proposal | undefined {
  const { block, problem } = target;
  // Truncated JSON would still be incomplete with a terminator.
  if (!has(block, Trait.HasMessage) || problem.data?.rule === 'json') return undefined;
  if (unfinishedAt(block.text)) return completeToken(target);
  // A terminator of another dialect already ends the message, so a second one next to it would not help.
  if (terminatorBefore(block.text, block.text.trimEnd().length)) return undefined;
  return closeWith(target, false);
}

/** Extends a message to the last terminator in its block, by escaping the terminators before that one. */
function goOn({ block }: Target): Proposal | undefined {
  const { text, bodyEnd, terminator } = block;
  const ends: number[] = [];
  for (let at = text.indexOf('<|', bodyEnd); at >= 0; at = text.indexOf('<|', at + 2)) {
    const token = tokenAt(text, at);
    if (token === undefined) continue;
    // Tokens other than terminators suggest that more is wrong than a terminator that was meant as text.
    if (token.kind !== 'terminator' || text[at - 1] === '<') return undefined;
    ends.push(at);
  }
  const last = ends.pop() ?? bodyEnd;
  if (tokenAt(text, last)?.name !== terminator || text.slice(text.indexOf('>', last) + 1).trim() !== '')
    return undefined;
  return {
    title: `Escape the preceding \`<|${terminator}|>\`, so that the body continues`,
    edits: ends.map((at) => insert(at, '<')),
    changesBody: true,
  };
}

/** Removes all stray text up to the next message, although the problem is only reported where it begins. */
function removeStray({ block, problem }: Target): Proposal | undefined {
  const { text, kind } = block;
  // A literal block in the stray text may decide which dialect is detected.
  if (has(block, Trait.HasLiteral) && text.includes('<|literal|>', block.end)) return undefined;
  // White space before the next message is kept, because a message must begin on a new line after a document header. In Harmony, it is
  // removed, because Harmony has no white space between messages.
  const blankBefore = text.slice(block.end, problem.start).trim() === '';
  const span =
    kind === 'prelude'
      ? { start: text.startsWith('\uFEFF') ? 1 : 0, end: text.length }
      : block.family.frame.between === ''
        ? { start: blankBefore ? block.end : problem.start, end: text.length }
        : { start: problem.start, end: text.trimEnd().length };
  if (mayBeCall(text.slice(span.start, span.end)) || beginsWithTag(text.slice(span.start))) return undefined;
  return { title: `Remove ${titleText(block.text, span)}`, edits: [remove(span)] };
}

export const terminatorFixers: Fixers = {
  'E-STREAM-TRUNCATED': {
    says: 'insert the terminator, or complete it',
    fix: (target) => [truncated(target)],
  },
  'end-missing': {
    says: 'insert the terminator, or correct the tokens that hide where a message ends',
    // The content of a user or a tool may contain the next `<|start|>` as text, which `forged-turn` reports.
    fix: (target) => [
      mendSeam(target) ?? closeWith(target, target.message.role !== userRole && target.message.kind !== 'reply'),
    ],
  },
  'end-redundant': {
    says: 'remove the `<|end|>`',
    fix: ({ problem }) => [{ title: 'Remove `<|end|>`', edits: [remove(problem)], preferred: true, safe: true }],
  },
  'call-terminator': {
    says: 'change the terminator to `<|call|>`',
    // In the middle of JSON, the terminator may belong to a string in which it is not escaped.
    fix: (target) => (isBrokenJson(target.block) ? [] : terminate('<|call|>', true)(target)),
  },
  'call-no-recipient': {
    says: 'change the terminator to `<|end|>`, or separate the role and the channel that have run together',
    // A stray word in the header may be the name of the called tool.
    fix: (target) => {
      const { role } = target.message.header;
      const newRole = suggested(target);
      if (newRole !== undefined)
        return [
          { title: `Replace \`${role?.text}\` with \`${newRole}\``, edits: [replace(role, newRole)], preferred: true },
        ];
      const preferred = !target.message.header.faults.some(({ rule }) => rule === 'stray-word');
      return terminate('<|end|>', false)(target).map((fix) => ({ ...fix, preferred }));
    },
  },
  'return-misplaced': { says: 'change the terminator to `<|end|>`', fix: terminate('<|end|>', true) },
  'return-missing': { says: 'change the terminator to `<|return|>`', fix: terminate('<|return|>', true) },
  'return-not-last': { says: 'change the terminator to `<|end|>`', fix: terminate('<|end|>', true) },
  'stray-text': {
    says: 'escape the preceding terminator so that the message continues, or remove the text',
    fix: (target) => [respellStart(target), goOn(target), removeStray(target)],
  },
  'harmony-frame-gap': {
    // This is not a safe fix, because authors use line breaks between messages for readability.
    says: 'remove the white space',
    fix: ({ problem }) => [{ title: 'Remove the white space', edits: [remove(problem)], preferred: true }],
  },
};

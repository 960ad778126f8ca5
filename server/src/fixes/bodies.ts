/** Fixes that change the body on purpose: they decode, unwrap or repair its JSON, or rebuild its frames. Their titles mention the body. */

import { answerChannel, modelRole, userRole } from '../grammar/index.ts';
import { jsonObject } from '../model/body-json.ts';
import { stripped } from '../model/stripped.ts';
import { reservedArguments } from '../rules/E-CALL-SCHEMA.ts';
import { members, parseJson } from '../syntax/json/values.ts';
import { type FixEdit, type Fixers, type Proposal, type Proposals, replace, type Target } from './fix.ts';
import { dropHint, suggested } from './headers.ts';
import { meantArgument, unwrapped } from './support/arguments.ts';
import { addAttribute, encode, writeDraft } from './support/edits.ts';
import { freshIds, idFor } from './support/exchanges.ts';
import { repair } from './support/repair-json.ts';

/** Replaces the whole content of a message. */
function rewrite({ block, context }: Target, text: string, title: string, preferred: boolean): Proposal {
  const body = { start: block.bodyStart, end: block.bodyEnd };
  return { title, edits: [replace(body, encode(text, context.family))], preferred, changesBody: true };
}

/** Repairs the JSON of a body: removes the Markdown fence around it, or corrects small faults. */
function repairs(target: Target): Proposals {
  const repaired = repair(target.message.content.text);
  return [repaired && rewrite(target, repaired.text, repaired.title, true)];
}

/** Replaces arguments in a JSON string with the JSON in that string. */
function decode(target: Target): Proposal | undefined {
  const { value } = target.message.json;
  if (typeof value !== 'string') return undefined;
  return rewrite(target, value, 'Decode the body, which is JSON in a JSON string', true);
}

/** Corrects a key or a value of the arguments. If the body is a whole call, keeps only its arguments. */
function mendArguments(target: Target): Proposal | undefined {
  const { message, block, problem, context } = target;
  const { tool, content } = message;
  const schema = tool === undefined ? undefined : context.declared.schemaFor(tool, block);
  if (tool === undefined || !schema) return undefined;
  const options = { tool, reserved: reservedArguments };
  const intended = unwrapped(schema, content.text, options);
  if (intended) return rewrite(target, intended.text, intended.title, true);
  const span = { start: problem.start - block.bodyStart, end: problem.end - block.bodyStart };
  // Offsets in the content are only valid in the source if the source has no escapes.
  const isExact = block.text.slice(block.bodyStart, block.bodyEnd) === content.text;
  const correction = isExact ? meantArgument(schema, content.text, span, suggested(target), options) : undefined;
  const text = correction && content.text.slice(0, span.start) + correction.text + content.text.slice(span.end);
  return text === undefined ? undefined : rewrite(target, text, correction?.title ?? '', true);
}

/** Moves `call_id` from the body to the header, or removes it from the body if the header has the same id. */
function liftCallId(target: Target): Proposal | undefined {
  const { message, context } = target;
  const { text } = message.content;
  const all = members(text);
  const at = all.findIndex(({ key }) => key === 'call_id');
  const [member, next, before] = [all[at], all[at + 1], all[at - 1]];
  const value = jsonObject(message)?.call_id;
  const hasCallId = message.callId !== undefined;
  if (member === undefined || value !== (message.callId ?? idFor(message, context))) return undefined;
  const start = next ? member.keyStart : before ? before.valueEnd : member.keyStart;
  const rest = text.slice(0, start) + text.slice(next ? next.keyStart : member.valueEnd);
  const title = hasCallId ? 'Remove `call_id` from the body' : 'Move `call_id` from the body to the header';
  const body = rewrite(target, rest, title, true);
  return hasCallId ? body : { ...body, edits: [addAttribute(message, 'call_id', String(value)), ...body.edits] };
}

function numericDeadline(target: Target): Proposal | undefined {
  const { message } = target;
  const { text } = message.content;
  const member = members(text).findLast(({ key }) => key === 'deadline_ms');
  const number = member && /^"\s*([1-9]\d*)\s*"$/.exec(text.slice(member.valueStart, member.valueEnd))?.[1];
  const content = number && text.slice(0, member.valueStart) + number + text.slice(member.valueEnd);
  return content === undefined
    ? undefined
    : rewrite(target, content, 'Change the deadline in the body to a number', true);
}

/**
 * Rebuilds the frames of text that has lost its tokens. A rebuilt `final` message is shown to users, so it must not contain any reasoning.
 * Therefore only the last header may be that of an answer, since an answer ends a turn. Earlier text that looks like such a header stays in
 * a hidden message.
 */
function frames(stretch: string, target: Target): string | undefined {
  const { family } = target.context;
  const strippedText = stripped(stretch);
  const last = strippedText?.headers.at(-1);
  const headers = strippedText?.headers.filter((header) => header === last || header.channel !== answers) ?? [];
  // Prompts and tool replies cannot be told apart from the text around them.
  if (headers[0]?.start !== strippedText?.head.start || /to=assistant/.test(stretch)) return undefined;
  if (!headers.every(({ certain }) => certain)) return undefined;
  const ids = freshIds(target.context);
  let rebuilt = '';
  for (const [i, { channel, to, type, end }] of headers.entries()) {
    const text = stretch.slice(end, headers[i + 1]?.start).trim();
    const call = to !== undefined && to !== modelRole && to !== userRole;
    const constraint = call && parseJson(text).error === undefined ? 'json' : undefined;
    const typed = call ? { call_id: ids.next().value, content_type: constraint ? undefined : type } : {};
    const messageText = writeDraft({ attributes: { to, ...typed }, channel, constraint, text }, family);
    if (messageText === undefined) return undefined;
    rebuilt += messageText;
  }
  return rebuilt;
}

const answers = answerChannel;

function rebuild(target: Target): Proposal | undefined {
  const { block, problem } = target;
  const { text } = block;
  const inBody = problem.start < block.bodyEnd;
  const from = inBody ? block.bodyStart : block.end;
  const stretch = text.slice(from, inBody ? block.bodyEnd : text.length);
  const framedText = stretch.includes('<|') ? undefined : frames(stretch, target);
  if (framedText === undefined) return undefined;
  const space = stretch.length - stretch.trimEnd().length;
  const edit: FixEdit = inBody
    ? replace({ start: 0, end: block.end }, framedText)
    : replace({ start: problem.start, end: text.length - space }, framedText);
  return {
    title: 'Restore the stripped tokens, based on the channel names in the body',
    edits: [edit],
    changesBody: true,
  };
}

export const bodyFixers: Fixers = {
  'E-BODY-CONSTRAINT-VIOLATION': {
    says: 'remove the Markdown fence around the JSON, or repair its quotes, commas and brackets',
    fix: repairs,
  },
  'content-type-mismatch': {
    says: 'remove the type hint or make it match; remove the Markdown fence around the JSON, or repair the JSON',
    fix: (target) => (target.message.constraint === undefined ? repairs(target) : dropHint(target)),
  },
  'E-CALL-SCHEMA': {
    says: 'decode arguments that are JSON in a string, remove a Markdown fence around them, or repair them; correct the key or the value',
    fix: (target) => {
      const proposal = decode(target) ?? mendArguments(target);
      return proposal ? [proposal] : repairs(target);
    },
  },
  'reply-call-id-in-body': {
    says: 'move the id to the header',
    fix: (target) => [liftCallId(target)],
  },
  'deadline-invalid': {
    says: 'remove the quotes around the number',
    fix: (target) => [numericDeadline(target)],
  },
  'tokens-stripped': {
    says: 'rebuild the messages',
    fix: (target) => [rebuild(target)],
  },
};

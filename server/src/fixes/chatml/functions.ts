/** Fixes of functions in OpenChatML 0.1: the JSON of lists, calls and outputs, and their placement in messages. */

import { systemRole, userRole } from '../../grammar/index.ts';
import {
  type FunctionPart,
  type FunctionValue,
  functionName,
  functionParts,
  functionSteps,
  type Step,
} from '../../model/calls/functions.ts';
import { taggedCalls } from '../../model/calls/tagged-calls.ts';
import { headerInfo } from '../../model/message.ts';
import { thoughtsOf } from '../../model/thoughts.ts';
import { wrappedCall } from '../../rules/support/call-words.ts';
import type { Block } from '../../syntax/block.ts';
import { isObject } from '../../syntax/is-object.ts';
import { members } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import {
  type Fix,
  type FixEdit,
  type Fixers,
  insert,
  type Proposal,
  type Proposals,
  replace,
  type Target,
  titleText,
} from '../fix.ts';
import { suggested } from '../headers.ts';
import { meantArgument } from '../support/arguments.ts';
import { memoizePerDocument } from '../support/memoize-per-document.ts';
import { repair } from '../support/repair-json.ts';
import { inBackticks } from './edits.ts';
import { tagFixes } from './tag-fixes.ts';

/** The part of a body that contains the problem, and the value at the problem, if any. */
function placeOf({
  block,
  problem,
  message,
}: Target): { part: FunctionPart; value: FunctionValue | undefined } | undefined {
  const part = functionParts(block, message.role).findLast(({ start }) => start <= problem.start);
  const value = part?.values.find(({ start, end }) => start <= problem.start && problem.start < end);
  return part && { part, value };
}

const rewritten = (title: string, edits: Fix['edits']): Fix => ({ title, edits, preferred: true, changesBody: true });

/** Repairs the text after the values that can be parsed, if it is certainly meant as JSON. */
function mend(target: Target): Proposal | undefined {
  const { block, message } = target;
  const { part } = placeOf(target) ?? {};
  if (part === undefined) return undefined;
  const next = functionParts(block, message.role).find(({ start }) => start > part.start);
  const text = block.text.slice(part.payloadEnd, next?.start ?? block.bodyEnd);
  const start = part.payloadEnd + text.length - text.trimStart().length;
  const end = part.payloadEnd + text.trimEnd().length;
  const repaired = repair(text.trim());
  return repaired && rewritten(repaired.title, [replace({ start, end }, repaired.text)]);
}

/** Adds the missing `"type": "function"` to a signature, and the object around the signature if that is missing too. */
function completeSignature(target: Target): Proposal | undefined {
  const { value, start, end } = placeOf(target)?.value ?? { value: undefined, start: 0, end: 0 };
  const isWhole = (signature: unknown) =>
    isObject(signature) &&
    typeof signature.name === 'string' &&
    typeof signature.description === 'string' &&
    isObject(signature.parameters);
  if (isWhole(value)) {
    const edits = [insert(start, '{"type": "function", "function": '), insert(end, '}')];
    return rewritten('In the body, wrap the signature in `{"type": "function", "function": …}`', edits);
  }
  return rewritten('Add `"type": "function"` in the body', [insert(start + 1, '"type": "function", ')]);
}

/** A call or an output with its message. `callsBefore`: the number of calls before it in the turn. */
interface PlacedStep extends Step {
  readonly block: Block;
  readonly callsBefore: number;
}

/** The calls and outputs between two user or system messages, and the tools of the calls. */
interface Turn {
  readonly steps: PlacedStep[];
  readonly calls: (string | undefined)[];
  /** The index in `steps` of the first call or output in each message. */
  readonly firstOf: Map<Block, number>;
}

const turns = memoizePerDocument((context) => {
  const turnByBlock = new Map<Block, Turn>();
  let turn: Turn | undefined;
  for (const block of context.blocks) {
    const role = block.kind === 'message' ? headerInfo(block).role : systemRole;
    if (role === userRole || role === systemRole) {
      turn = undefined;
      continue;
    }
    turn ??= { steps: [], calls: [], firstOf: new Map() };
    turnByBlock.set(block, turn);
    turn.firstOf.set(block, turn.steps.length);
    for (const step of functionSteps(block, role)) {
      turn.steps.push({ ...step, block, callsBefore: turn.calls.length });
      if (step.kind === 'call') turn.calls.push(step.tool);
    }
  }
  return turnByBlock;
});

/** The turn of a message, and the index of the call or output that begins at an offset of the message. */
function stepAt({ block, context }: Target, at: number): { turn: Turn; own: number } | undefined {
  const turn = turns(context).get(block);
  const first = turn?.firstOf.get(block);
  if (turn === undefined || first === undefined) return undefined;
  for (let index = first; turn.steps[index]?.block === block; index++)
    if (turn.steps[index]?.start === at) return { turn, own: index };
  return undefined;
}

/** The function named by the call that an output answers. Calls and outputs are matched in order. */
function calledBefore(target: Target, at: number): string | undefined {
  const { turn, own: index = 0 } = stepAt(target, at) ?? {};
  const step = turn?.steps[index];
  return step && (index < 2 * step.callsBefore ? turn.calls[index - step.callsBefore] : undefined);
}

/** The maximum number of consecutive outputs that are sorted together. */
const MAX_OUTPUTS = 100;

/** Sorts consecutive outputs in the order of the consecutive calls before them. */
function sortOutputs(target: Target): Proposal | undefined {
  const { turn, own: index = 0 } = stepAt(target, target.problem.start) ?? {};
  if (turn === undefined) return undefined;
  const { steps } = turn;
  let first = index;
  while (steps[first - 1]?.kind === 'reply' && index - first < MAX_OUTPUTS) first--;
  let from = first;
  while (steps[from - 1]?.kind === 'call' && first - from < MAX_OUTPUTS) from--;
  let end = index;
  while (steps[end]?.kind === 'reply' && end - index < MAX_OUTPUTS) end++;
  const calls = steps.slice(from, first).map(({ tool }) => tool);
  const outputs = steps.slice(first, end);
  const ranksByTool = new Map<string | undefined, number[]>();
  for (const [i, name] of calls.entries()) ranksByTool.set(name, [...(ranksByTool.get(name) ?? []), i]);
  const ranked = outputs.map((output) => ({ output, rank: ranksByTool.get(output.tool)?.shift() }));
  // An output without a call has no correct position.
  if (ranked.some(({ rank }) => rank === undefined)) return undefined;
  ranked.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const edits = ranked.flatMap(({ output }, i): FixEdit[] => {
    const placedStep = outputs[i] as PlacedStep;
    if (placedStep === output) return [];
    return [replace(placedStep, output.block.text.slice(output.start, output.end), placedStep.block)];
  });
  return rewritten('Reorder the outputs in the body to match the order of the calls', edits);
}

/** Adds the name of its function to an output, or wraps another value in an output. */
function nameOutput(target: Target): Proposal | undefined {
  const { value, start, end } = placeOf(target)?.value ?? { value: undefined, start: 0, end: 0 };
  const name = functionName(value) ?? target.message.name ?? calledBefore(target, start);
  if (name === undefined) return undefined;
  const nameMember = `"name": ${JSON.stringify(name)}`;
  if (isObject(value) && Object.hasOwn(value, 'content') && !Object.hasOwn(value, 'name')) {
    return rewritten(`Add \`${nameMember}\` in the body`, [insert(start + 1, `${nameMember}, `)]);
  }
  if (isObject(value) && (Object.hasOwn(value, 'name') || Object.hasOwn(value, 'content'))) return undefined;
  const edits = [insert(start, `{${nameMember}, "content": `), insert(end, '}')];
  return rewritten(`In the body, wrap the output in \`{${nameMember}, "content": …}\``, edits);
}

/**
 * Changes the role of a message that contains nothing but functions of one kind. In any other message, the token may be a mere mention, so
 * it is only put in backticks.
 */
function placeFunction(target: Target): Proposals {
  const { block, message, problem } = target;
  const parts = functionParts(block, message.role);
  const part = parts.find(({ start }) => start === problem.start);
  const { role } = message.header;
  const proper = part?.token.of;
  const bare = (from: number, to: number) => block.text.slice(from, to).trim() === '';
  const only =
    message.role !== systemRole &&
    parts.every(
      ({ token, values, error, payloadEnd }, i) =>
        token === part?.token &&
        error === undefined &&
        values.length > 0 &&
        bare(payloadEnd, parts[i + 1]?.start ?? block.bodyEnd),
    ) &&
    bare(block.bodyStart, parts[0]?.start ?? 0);
  const { blocks, unmatched, flags } = thoughtsOf(block);
  const quoted = inBackticks(block, [problem], titleText(block.text, problem));
  if (!only || blocks.length + unmatched.length + flags.length > 0) return [quoted];
  return [
    { title: `Change the role \`${role?.text}\` to \`${proper}\``, edits: [replace(role, proper)], preferred: true },
    quoted,
  ];
}

/** The call with the problem, between tags or after a token. */
const callAt = ({ block, problem: { start: at }, message: { role } }: Target) =>
  [...taggedCalls(block, role), ...functionParts(block, role).flatMap((one) => one.values)].find(
    ({ start, end }) => start <= at && at < end,
  );

/** Replaces a key with the name that parsers expect, or removes the object around a call. */
function asParsersRead(target: Target): Proposal | undefined {
  const { block, problem } = target;
  if (problem.data?.rule === 'renamed') {
    const title = `Replace ${titleText(block.text, problem)} in the body with \`${suggested(target)}\``;
    return rewritten(title, [replace(problem, JSON.stringify(suggested(target)))]);
  }
  const call = callAt(target);
  const inner = call && wrappedCall(block.text.slice(call.start, call.end))?.inner;
  if (call === undefined || inner === undefined) return undefined;
  const text = block.text.slice(call.start + inner.start, call.start + inner.end);
  return rewritten('Keep only the inner object in the body', [replace(call, text)]);
}

/** Decodes arguments in a JSON string, and corrects names that are not in the declaration. */
function mendCall(target: Target): Proposals {
  const { block, problem, context } = target;
  if (problem.data?.rule === 'renamed' || problem.data?.rule === 'wrapped') return [asParsersRead(target)];
  const call = callAt(target);
  const span = call && isObject(call.value) ? argumentsOf(block, call) : undefined;
  if (call === undefined || span === undefined) return [];
  const { text } = block;
  const name = functionName(call.value) ?? '';
  const schema = context.declared.schemaFor(name, block);
  const problemAt = { start: problem.start - span.start, end: problem.end - span.start };
  const argumentsText = text.slice(span.start, span.end);
  const { arguments: value } = call.value as { arguments: unknown };
  if (typeof value === 'string') {
    return [
      rewritten('Decode the `arguments` in the body, which are JSON in a JSON string', [replace(span, value.trim())]),
    ];
  }
  const intended = meantArgument(schema, argumentsText, problemAt, suggested(target), { tool: name });
  return [intended && rewritten(intended.title, [replace(problem, intended.text)])];
}

function argumentsOf(block: Block, { start, end }: Span) {
  const member = members(block.text.slice(start, end)).findLast(({ key }) => key === 'arguments');
  return member && { start: start + member.valueStart, end: start + member.valueEnd };
}

export const functionFixers: Fixers = {
  'function-json': {
    says: 'repair the JSON where the repair is certain, or insert the missing tag',
    fix: (target) => tagFixes(target) ?? [mend(target)],
  },
  'function-signature': {
    says: 'wrap the signature in `"function"`, or add its type',
    fix: (target) => [completeSignature(target)],
  },
  'function-output': {
    says: 'name the function, wrap the value in an output with its name, or insert the missing tag',
    fix: (target) => tagFixes(target) ?? [nameOutput(target)],
  },
  'function-role': {
    says: 'change the role to the one that may use the token, or wrap the token in backticks',
    fix: placeFunction,
  },
  'function-order': {
    says: 'reorder the outputs to match the order of the calls',
    fix: (target) => [sortOutputs(target)],
  },
  'E-CALL-SCHEMA': {
    says: 'decode `arguments` that are JSON in a string; correct the key or the value; keep only the call itself',
    fix: mendCall,
  },
};

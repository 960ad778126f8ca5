/** Writes trajectories in ATIF 1.7, the Agent Trajectory Interchange Format of Harbor. */
import { functionsNamespace, modelRole, systemRole, toolRole, userRole } from '../../grammar/index.ts';
import { type ConversationMessage, calledTool } from '../conversation.ts';
import { type Notes, usualCodes } from '../notes.ts';
import { argumentsObject } from './arguments-object.ts';
import { type ChatMessage, saidIn } from './messages.ts';
import type { Target } from './target.ts';
import { sessionId, traceRequest } from './trace-request.ts';

const form = 'an ATIF trajectory';

interface Step {
  readonly step_id: number;
  /** `user` or `agent`; every other speaker is `system`. */
  readonly source: string;
  readonly message: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly unknown[];
  observation?: { readonly results: unknown[] };
}

export const atif: Target = {
  name: form,
  codes: usualCodes,
  form: 'json',
  write(conversation, notes) {
    const { messages, tools } = traceRequest(conversation, form, notes);
    return {
      value: {
        schema_version: 'ATIF-v1.7',
        session_id: sessionId(conversation),
        // The version of the agent is unknown, since logs in other formats do not state it.
        agent: {
          name: conversation.origin?.harness ?? 'ocml',
          version: 'unknown',
          ...(tools && { tool_definitions: tools }),
        },
        steps: stepsOf(messages, notes),
      },
    };
  },
};

function stepsOf(messages: readonly ChatMessage[], notes: Notes): readonly Step[] {
  const steps: Step[] = [];
  /** The step that contains each call, by the id of the call. */
  const calling = new Map<string, Step>();
  for (const message of messages) {
    const { role, content } = message;
    const text = typeof content === 'string' ? content : '';
    const source = saidIn(message)[0]?.[1];
    if (role === toolRole && addResult(message, text, { steps, calling, said: source }, notes)) continue;
    const number = steps.length + 1;
    if (role !== modelRole) {
      steps.push({ step_id: number, source: role === userRole ? userRole : systemRole, message: text });
      continue;
    }
    const { reasoning_content: thought, tool_calls: calls = [] } = message;
    if (text === '' && calls.length === 0 && thought === undefined) {
      if (source)
        notes.losePart(source, 'message', `An empty answer is dropped: it would not be read back from ${form}.`);
      continue;
    }
    const step: Step = {
      step_id: number,
      source: 'agent',
      message: text,
      ...(thought !== undefined && { reasoning_content: thought }),
      ...(calls.length > 0 && { tool_calls: callsOf(message, notes) }),
    };
    steps.push(step);
    for (const { id } of calls) calling.set(id, step);
  }
  return steps;
}

/** Whether a part has its own position in the source. */
function isWritten({ places }: ConversationMessage, part: string): boolean {
  const { start, end } = places.of(part);
  return start !== places.whole.start || end !== places.whole.end;
}

interface Place {
  readonly steps: readonly Step[];
  readonly calling: ReadonlyMap<string, Step>;
  readonly said: ConversationMessage | undefined;
}

/** Adds a reply to the step of its call. Returns false if no step has the call, so that the reply becomes a system step. */
function addResult(
  message: ChatMessage,
  content: string,
  { steps, calling, said: source }: Place,
  notes: Notes,
): boolean {
  const { tool_call_id: id = '' } = message;
  const step = calling.get(id);
  if (step === undefined) {
    if (source) {
      notes.losePart(source, 'role', `This reply does not answer a call, so it becomes a system message in ${form}.`);
      // Dropping a generated id is not a loss.
      if (isWritten(source, 'call_id'))
        notes.losePart(source, 'call_id', `\`call_id=${id}\` is dropped: system messages have no call id in ${form}.`);
      notes.losePart(source, 'channel', `The channel is dropped: system messages have no channel in ${form}.`);
      if (source.attributes.has('name'))
        notes.losePart(source, 'name', `The name of the tool is dropped: system messages have no name in ${form}.`);
    }
    return false;
  }
  if (step !== steps.at(-1) && source)
    notes.losePart(source, 'order', `This reply is moved to its call: in ${form}, both are in one step.`);
  step.observation ??= { results: [] };
  step.observation.results.push({ source_call_id: id, content });
  return true;
}

/** The calls in a message. Arguments that are not an object become an object with their text in `input`. */
function callsOf(message: ChatMessage, notes: Notes): readonly unknown[] {
  const called = saidIn(message).flatMap(([member, source]) => (member === 'tool_calls' ? [source] : []));
  return (message.tool_calls ?? []).map(({ id, function: { name, arguments: argumentsText } }, i) => {
    const source = called[i];
    const value = argumentsObject(argumentsText, source, notes);
    if (value === undefined && source) noteText(source, argumentsText, notes);
    return { tool_call_id: id, function_name: name, arguments: value ?? { input: argumentsText } };
  });
}

/**
 * Notes that arguments that are not an object are written as a field. Refuses a call to a built-in tool, since its code would not be read
 * back.
 */
function noteText(message: ConversationMessage, argumentsText: string, notes: Notes): void {
  if (calledTool(message)?.startsWith(`${functionsNamespace}.`))
    notes.losePart(
      message,
      'body',
      `These arguments are not a JSON object, which ${form} requires, so they are written as \`{"input": …}\`.`,
    );
  else
    notes.refusePart(message, {
      part: 'body',
      start: 0,
      end: argumentsText.length,
      reason: `is not a JSON object, as required for the \`arguments\` of a call in ${form}`,
    });
}

/** Reads trajectories in ATIF 1.0 to 1.7, the Agent Trajectory Interchange Format of Harbor. */
import { knownVersions, trajectoryVersion } from '../../../grammar/agent-sessions.ts';
import { developerRole, modelRole, systemRole, userRole } from '../../../grammar/index.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { asContent, asText, callPart, itemsOf, listAt, messageAt, partAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';
import { usageIn } from './usage.ts';

/** Fields next to the steps that annotate a trajectory or refer to its continuation. */
const besidesSteps = ['notes', 'continued_trajectory_ref'];

const agentOnly = ['reasoning_content', 'tool_calls'];

/** The role for each source of a step. */
const sources: Readonly<Record<string, string>> = { system: systemRole, user: userRole, agent: modelRole };

export function readTrajectory(root: JsonNode, session: SessionBuilder): void {
  session.identify(textOf(root, 'session_id'), textOf(valueOf(root, 'agent'), 'name'));
  const hasInstructions = readSteps(root, (message) => session.say(message), session);
  readSubAgents(root, session);
  session.usage.tell(usageIn(valueOf(root, 'final_metrics')));
  for (const key of besidesSteps) {
    const value = valueOf(root, key);
    if (value && value.kind !== 'null') session.count(key, 'bookkeeping', value);
  }
  if (!hasInstructions) session.lack('system prompt');
  const tools = valueOf(valueOf(root, 'agent'), 'tool_definitions');
  if (tools?.kind === 'array') session.declare(tools);
  else session.lack('tools');
}

type Say = (message: JsonNode) => void;

/** Adds the steps of a trajectory to the session. Returns whether the steps include instructions. */
function readSteps(trajectory: JsonNode, say: Say, session: SessionBuilder): boolean {
  session.checkVersion(valueOf(trajectory, trajectoryVersion.member), knownVersions.atif);
  let hasInstructions = false;
  const called = new Set<string>();
  for (const [i, step] of itemsOf(valueOf(trajectory, 'steps')).entries()) {
    const number = valueOf(step, 'step_id');
    if (number?.kind === 'number' && number.value !== i + 1) session.faultOnce('order', number);
    session.timeOf(step, textOf(step, 'timestamp'));
    const role = getOwn(sources, textOf(step, 'source'));
    if (role === undefined) {
      session.count(`step with source ${textOf(step, 'source') ?? '(none)'}`, 'unknown', step);
      continue;
    }
    session.usage.add(step.start, usageIn(valueOf(step, 'metrics')));
    hasInstructions ||= role === systemRole;
    const copied = valueOf(step, 'is_copied_context');
    if (copied?.kind === 'boolean' && copied.value === true) session.fault('copied', copied);
    sayStep(step, role, say);
    for (const key of role === modelRole ? [] : agentOnly) {
      const value = valueOf(step, key);
      if (value === undefined || value.kind === 'null') continue;
      session.count(`${key} in a step that is not the agent's`, 'context', value);
      session.fault('agent-only', value);
    }
    const calls = idsOf(step);
    for (const id of calls) called.add(id);
    for (const result of itemsOf(valueOf(valueOf(step, 'observation'), 'results'))) {
      const id = valueOf(result, 'source_call_id');
      if (id?.kind === 'string' && called.has(id.value) && !calls.has(id.value)) session.fault('other-step', id);
      const reference = valueOf(result, 'subagent_trajectory_ref');
      if (reference && reference.kind !== 'null') session.count('subagent_trajectory_ref', 'bookkeeping', reference);
      sayResult(result, step, say);
    }
  }
  return hasInstructions;
}

const idsOf = (step: JsonNode): ReadonlySet<string> =>
  new Set(itemsOf(valueOf(step, 'tool_calls')).flatMap((call) => textOf(call, 'tool_call_id') ?? []));

/** Adds the trajectories of sub-agents, at any depth, as separate conversations. */
function readSubAgents(root: JsonNode, session: SessionBuilder): void {
  const subAgentsOf = (one: JsonNode) => itemsOf(valueOf(one, 'subagent_trajectories'));
  const waiting = subAgentsOf(root).toReversed();
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const group = `sub-agent ${one.start}`;
    if (itemsOf(valueOf(one, 'steps')).length === 0) session.count('trajectory of a sub-agent', 'context', one);
    readSteps(one, (message) => session.sayAside(message, 'sub-agent', group), session);
    for (const next of subAgentsOf(one).toReversed()) waiting.push(next);
  }
}

function sayStep(step: JsonNode, role: string, say: Say): void {
  const roleAt = valueOf(step, 'source') ?? step;
  const message = valueOf(step, 'message');
  if (role !== modelRole) {
    say(messageAt(step, roleAt, role, { content: contentOf(message) }));
    return;
  }
  const content = contentOf(message);
  const nodes = content?.kind === 'string' ? (content.value === '' ? [] : [partAt('text', content)]) : itemsOf(content);
  const calls = itemsOf(valueOf(step, 'tool_calls')).map((call) =>
    callPart(call, {
      id: valueOf(call, 'tool_call_id'),
      name: valueOf(call, 'function_name'),
      input: valueOf(call, 'arguments'),
    }),
  );
  const thought = asText(valueOf(step, 'reasoning_content'));
  if (nodes.length + calls.length === 0 && thought === undefined) return;
  const parts = [...(thought && thought.value !== '' ? [partAt('thinking', thought)] : []), ...nodes, ...calls];
  say(messageAt(step, roleAt, role, { content: listAt(message ?? step, parts) }));
}

/** Adds the result of a call. A result that does not belong to a call becomes a developer message. */
function sayResult(result: JsonNode, step: JsonNode, say: Say): void {
  const calls = itemsOf(valueOf(step, 'tool_calls'));
  const node = valueOf(result, 'source_call_id');
  const only = calls.length === 1 ? valueOf(calls[0], 'tool_call_id') : undefined;
  const id = node?.kind === 'string' ? node : only;
  const content = contentOf(valueOf(result, 'content'));
  if (id) say(replyAt(result, node ?? result, id, valueOf(result, 'content')));
  else say(messageAt(result, result, developerRole, { content: content ?? stringAt(result, '') }));
}

/** The texts and images in content. The source of an image is in the same part. */
const contentOf = (node: JsonNode | undefined): JsonNode | undefined => asContent(node);

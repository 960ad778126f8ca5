/** Templates of messages with channels and recipients: OpenChatML 2.2 and Harmony. */
import {
  answerChannel,
  callChannel,
  channels,
  functionsNamespace,
  modelRole,
  systemRole,
  thoughtChannel,
} from '../../../grammar/index.ts';
import { samples, systemText, toolsText } from '../../../grammar/samples.ts';
import { replyRole } from '../../../write/index.ts';
import type { Piece } from '../../embedded-json/value-skeleton.ts';
import { openCalls } from '../../graph/unanswered-calls.ts';
import { freshId } from '../fresh-id.ts';
import { argumentsOf, type Context, shortName, tools } from './context.ts';
import type { Draft, Template } from './draft.ts';

export function openTemplates(context: Context): readonly Template[] {
  const { family, before } = context;
  const { role, effectiveChannel } = before?.said ?? {};
  const hasThought = role === modelRole && effectiveChannel === thoughtChannel;
  const channelTemplates = channels.map(({ name, doc }) => ofModel(name, doc, { channel: name }));
  const templatesOf = (channel: string) => channelTemplates.filter(({ label }) => label === channel);
  const hasIntents = family.attributes.some(({ name }) => name === 'intent');
  return [
    ...replies(context),
    ...others(context),
    ...(hasThought ? [] : templatesOf(thoughtChannel)),
    ...calls(context),
    ...templatesOf(answerChannel),
    ofModel('return', 'The answer, with the token that ends generation.', {
      channel: answerChannel,
      end: 'return',
    }),
    ...(hasIntents ? [preamble] : []),
    ...templatesOf(callChannel),
    ...(hasThought ? templatesOf(thoughtChannel) : []),
  ];
}

function ofModel(label: string, doc: string, header: Partial<Draft>): Template {
  return { label, words: modelRole, doc, draft: { role: modelRole, body: [{}], ...header } };
}

const preamble = ofModel('preamble', 'A plan for the end user, before tools are called.', {
  channel: callChannel,
  attributes: { intent: 'preamble' },
});

/**
 * Templates for the messages of all other roles except tools. At the beginning of a Harmony conversation, a system message consists of
 * fixed lines. Developer messages have a second template, which declares tools below the instructions.
 */
function others({ family, before }: Context): Template[] {
  return family.roles.flatMap(({ name, doc, replies, instructs }): Template[] => {
    if (replies || name === modelRole) return [];
    const isSystem = name === systemRole;
    const body = isSystem && family.has.bareBodies && before === undefined ? systemText : [{}];
    const plain = { label: name, doc, draft: { role: name, body } };
    if (!instructs || isSystem) return [plain];
    return [plain, { label: `${name} tools`, doc, draft: { role: name, body: toolsText } }];
  });
}

/** A call to each tool, with its required arguments. If no tool is known, a single call with a placeholder for the name of the tool. */
function calls(context: Context): Template[] {
  const toolNames = tools(context);
  const call_id = freshId(context.transcript);
  const call = (label: string, to: string | readonly Piece[], body: readonly Piece[], words = ''): Template => ({
    label,
    words: `${words} ${modelRole}`,
    doc: 'A tool call, with the arguments that the tool requires.',
    draft: {
      role: modelRole,
      attributes: { to, call_id },
      channel: callChannel,
      constraint: 'json',
      body,
      call: true,
    },
  });
  if (toolNames.length === 0) return [call('call', [`${functionsNamespace}.`, { text: samples.tool }], ['{', {}, '}'])];
  return toolNames.map((tool) => call(`call ${shortName(tool)}`, tool, argumentsOf(context, tool), tool));
}

const MAX_REPLIES = 20;

/** The replies to the latest unanswered calls, in the order of the calls. */
function replies({ family, replyPlace }: Context): Template[] {
  const role = replyRole(family);
  return openCalls(replyPlace(), MAX_REPLIES).flatMap(({ tool, callId }): Template[] => {
    if (tool === undefined) return [];
    const header = { role, attributes: { name: tool, call_id: callId, to: modelRole }, channel: callChannel };
    const draft = family.has.bareBodies
      ? { ...header, body: [{}] }
      : { ...header, constraint: 'json', body: ['{"ok": true, "content": "', {}, '", "error": null}'] };
    const label = ['reply', shortName(tool), callId].filter(Boolean).join(' ');
    return [{ label, words: `${role} ${tool}`, doc: 'The reply to an open call.', draft, due: true }];
  });
}

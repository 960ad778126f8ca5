/** Completion of attribute values, from the declarations and names of the transcript (2.2 §6). */
import { attributes, builtins, functionsNamespace, modelRole, speakers } from '../../grammar/index.ts';
import { isOfTool } from '../../model/calls/tool-names.ts';
import { type HeaderInfo, headerInfo } from '../../model/message.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { openCalls } from '../graph/unanswered-calls.ts';
import { explainValue } from '../hover/fact-hovers.ts';
import { explainTool } from '../hover/links.ts';
import { paragraphs, source } from '../hover/markdown.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { declaredTools, speakerNames, usedTools } from '../support/names.ts';
import type { Offer, Offers, Request } from './completion-items.ts';
import { freshId } from './fresh-id.ts';

/** Offers values for the attribute whose key and `=` precede the cursor. */
export function completeValue(request: Request, attribute: string): Offers | undefined {
  const { block, at } = request;
  const equals = attribute.indexOf('=');
  const offers = getOwn(values, attribute.slice(0, equals))?.(request, headerInfo(block)) ?? [];
  if (offers.length === 0) return undefined;
  const rest = /^[^\s<]*/.exec(block.text.slice(at, at + 200))?.[0].length ?? 0;
  return { start: at - (attribute.length - equals - 1), end: at + rest, offers };
}

const values: Readonly<Record<string, (request: Request, what: HeaderInfo) => Offer[]>> = {
  to(request, { kind, role }) {
    if (kind === 'reply') return [speaker(modelRole)];
    if (role === undefined || role === modelRole) return tools(request);
    return speakers.filter((name) => name !== role).map(speaker);
  },
  name(request, { kind, role }) {
    if (kind === 'reply') return tools(request);
    const names = speakerNames(request.transcript, role, request.block);
    return [...names].map((label) => ({ label, kind: CompletionItemKind.Variable }));
  },
  call_id(request, { kind, tool }) {
    return kind === 'reply'
      ? openIds(request, tool)
      : [{ label: freshId(request.transcript, request.block), kind: CompletionItemKind.Value, detail: 'a new id' }];
  },
  intent: () => listed('intent', 'intent'),
  content_type: () => listed('content_type', 'content type'),
};

/** Offers tools. In a reply, tools with unanswered calls come first, followed by declared, used and built-in tools. */
function tools({ transcript, block, replyPlace }: Request): Offer[] {
  const isReply = headerInfo(block).kind === 'reply';
  const waiting = isReply ? openCalls(replyPlace()).flatMap(({ tool }) => tool ?? []) : [];
  const declared = declaredTools(transcript);
  const builtIn = builtins.map(({ recipient }) => recipient);
  const toolNames = [...waiting, ...declared.keys(), ...usedTools(transcript, block)];
  const all = [...new Set([...toolNames, ...builtIn])].map((label) => ({
    label,
    kind: CompletionItemKind.Function,
    detail: waiting.includes(label) ? 'not answered yet' : declared.get(label)?.doc.split('\n')[0],
    doc: explainTool(transcript, label, declared),
  }));
  const namespace = `${functionsNamespace}.`;
  return isReply || toolNames.some((name) => name.startsWith(namespace))
    ? all
    : [{ ...ofFunctions, label: namespace }, ...all];
}

const ofFunctions = { kind: CompletionItemKind.Module, detail: 'the namespace of functions' };

/** Offers the ids of unanswered calls. Calls to the tool of the reply come first. */
function openIds({ replyPlace }: Request, tool: string | undefined): Offer[] {
  const open = openCalls(replyPlace()).filter(({ callId }) => callId !== undefined);
  const isSameTool = (name: string | undefined) => name !== undefined && tool !== undefined && isOfTool(tool, name);
  open.sort((a, b) => Number(isSameTool(b.tool)) - Number(isSameTool(a.tool)));
  return open.map(({ callId: id, tool }) => ({
    label: id as string,
    kind: CompletionItemKind.Reference,
    detail: tool,
  }));
}

function listed(key: string, what: string): Offer[] {
  const fact = attributes.find(({ name }) => name === key);
  return (fact?.values ?? []).map((value) => ({
    label: value.name,
    kind: CompletionItemKind.EnumMember,
    doc: paragraphs(explainValue(value, what), source(fact?.section ?? '')),
  }));
}

function speaker(label: string): Offer {
  return { label, kind: CompletionItemKind.Variable };
}

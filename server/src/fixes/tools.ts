/** Fixes of calls and replies: ids, names of tools, and recipients. */
import { functionsNamespace, replyAttributeOrder, toolRole } from '../grammar/index.ts';
import type { Message } from '../model/message.ts';
import { toolName } from '../rules/recipient-format.ts';
import type { Context } from '../rules/support/rule.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { type FixEdit, type Fixers, type Proposal, replace, type Target } from './fix.ts';
import { attributeAt, suggested } from './headers.ts';
import { addAttribute, inOrder } from './support/edits.ts';
import { declaredFunctions, freshId, idFor, nameFor, nextReply, openCall, ownReply } from './support/exchanges.ts';

/** Matches names of tools that can be copied. Other characters, such as part of a token, indicate a different fault. */
const nameable = /^[\w.-]+$/;

const inBlock = (edit: FixEdit, { block }: Message): FixEdit => ({ ...edit, block });

/**
 * Adds an id to a call without one. If the next reply from the called tool has an id that no call has, that id is used. Otherwise, the call
 * gets a new id, and so does the next reply without one.
 */
function identify(call: Message, context: Context): Proposal | undefined {
  const orphan = nextReply(call, context, true);
  if (orphan) {
    const edits = [addAttribute(call, 'call_id', orphan.callId)].map((edit) => edit && inBlock(edit, call));
    return { title: `Add \`call_id=${orphan.callId}\`, the id of its reply`, edits, preferred: true };
  }
  const id = freshId(context);
  const reply = nextReply(call, context, false);
  const edits = [call, ...(reply ? [reply] : [])].map((one) => {
    const edit = addAttribute(one, 'call_id', id);
    return edit && inBlock(edit, one);
  });
  const whose = reply ? ' to the call and its reply' : '';
  return { title: `Add \`call_id=${id}\`${whose}`, edits, preferred: true };
}

function missingId({ message, context }: Target): Proposal | undefined {
  if (message.kind === 'call') return identify(message, context);
  const id = idFor(message, context);
  const call = id === undefined ? openCall(message, context, false) : undefined;
  if (call) return identify(call, context);
  const edits = [addAttribute(message, 'call_id', id)];
  return { title: `Add \`call_id=${id}\`, the id of the preceding call`, edits, preferred: true };
}

/** Gives a new id to the second call with the same id, and to its reply. */
function renewId({ message, context }: Target): Proposal | undefined {
  const id = freshId(context);
  const edits = [message, ownReply(message, context)].flatMap((one) => {
    const attribute = one && attributeNamed(one.header, 'call_id');
    return attribute ? [inBlock(replace({ start: attribute.valueStart, end: attribute.end }, id), one)] : [];
  });
  const whose = edits.length > 1 ? 'this call and its reply' : 'this call';
  return { title: `Give ${whose} the new id \`${id}\``, edits, preferred: true };
}

/** Writes the header of a reply in the usual form: `functions.x …` → `tool name=functions.x …`. */
function canonicalReply({ message, block }: Target): Proposal | undefined {
  const { role } = message.header;
  if (role?.name === undefined) return undefined;
  const attributes = message.header.attributes.filter(({ afterChannel }) => !afterChannel);
  const attributeTexts = attributes.map(({ key, start, end }) => ({ key, text: block.text.slice(start, end) }));
  const all = [{ key: 'name', text: `name=${role.name}` }, ...attributeTexts];
  const keys = all.map(({ key }) => key);
  const rank = (key: string) => (replyAttributeOrder as readonly string[]).indexOf(key);
  const areKnown = keys.every((key) => rank(key) >= 0);
  if (areKnown && !inOrder(keys, replyAttributeOrder)) all.sort((a, b) => rank(a.key) - rank(b.key));
  const end = attributes.at(-1)?.end ?? role.end;
  // If a bare type is among the attributes, its position would change, so the fix is not offered.
  const isBare = block.text.slice(role.end, end).trim().split(/\s+/).filter(Boolean).length === attributeTexts.length;
  return {
    title: `Change to \`tool name=${role.name}\``,
    edits: [
      replace(isBare ? { start: role.start, end } : undefined, [toolRole, ...all.map(({ text }) => text)].join(' ')),
    ],
    preferred: true,
    safe: true,
  };
}

function nameTool({ message, context }: Target): Proposal | undefined {
  const name = nameable.exec(nameFor(message, context) ?? '')?.[0];
  const edits = [addAttribute(message, 'name', name)];
  return { title: `Add \`name=${name}\`, the tool that was called`, edits, preferred: true, safe: true };
}

function renameTool(target: Target): Proposal | undefined {
  const name = nameable.exec(suggested(target) ?? '')?.[0];
  const { header } = target.message;
  const attribute = attributeNamed(header, 'name');
  const span = attribute ? { start: attribute.valueStart, end: attribute.end } : header.role;
  return { title: `Change to \`${name}\`, the tool that was called`, edits: [replace(span, name)], preferred: true };
}

function recipient(target: Target, name: string | undefined, preferred: boolean): Proposal {
  const to = attributeAt(target);
  const value = to && { start: to.valueStart, end: to.end };
  return { title: `Change to \`to=${name}\``, edits: [replace(value, name)], preferred };
}

export const toolFixers: Fixers = {
  'call-id-missing': {
    says: 'give a call the id of its reply, give a reply the id of the open call, or give both a new id',
    fix: (target) => [missingId(target)],
  },
  'call-id-duplicate': {
    says: 'give the second call and its reply a new id',
    fix: (target) => [renewId(target)],
  },
  'call-id-unmatched': {
    says: 'change the id to that of the open call, or, without ids, change the tool to the one that was called',
    fix(target) {
      if (suggested(target) !== undefined) return [renameTool(target)];
      const id = idFor(target.message, target.context);
      const attribute = attributeAt(target);
      const value = attribute && { start: attribute.valueStart, end: attribute.end };
      return [
        {
          title: `Change to \`call_id=${id}\`, the id of the preceding call`,
          edits: [replace(value, id)],
          preferred: true,
        },
      ];
    },
  },
  'role-legacy': {
    says: 'change the role to `tool`, and put the name of the tool in `name=`',
    fix: (target) => [canonicalReply(target)],
  },
  'tool-name-missing': {
    says: 'add the name of the tool that was called with the same id',
    fix: (target) => [nameTool(target)],
  },
  'tool-name-mismatch': {
    says: 'change the name to that of the tool that was called',
    fix: (target) => [renameTool(target)],
  },
  'tool-undeclared': {
    says: 'correct the name of the function',
    fix(target) {
      const { tool } = target.message;
      return [recipient(target, closest(tool ?? '', declaredFunctions(target.context)), true)];
    },
  },
  'recipient-format': {
    says: 'change the recipient to `functions.NAME`',
    fix(target) {
      const { message, context } = target;
      const name = message.tool && `${functionsNamespace}.${message.tool.slice(message.tool.indexOf('.') + 1)}`;
      const isKnown =
        name !== undefined && (!context.declared.hasNamespace(functionsNamespace) || context.declared.hasTool(name));
      return [isKnown && toolName.test(name) ? recipient(target, name, false) : undefined];
    },
  },
};

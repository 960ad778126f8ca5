/** Fixes of message headers in OpenChatML 0.1: role, name, and the line break after them. */
import { chatmlRoles, userRole } from '../../grammar/index.ts';
import { has, Trait } from '../../syntax/block.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { HeaderRule } from '../../syntax/message-header.ts';
import { IM_START } from '../../syntax/tokens/tokens.ts';
import { type Fixers, insert, type Proposal, type Proposals, remove, replace, type Target, titleText } from '../fix.ts';
import { suggested } from '../headers.ts';
import { dropWord, endToken, lineBreakAt } from './edits.ts';

/** Matches a name that is allowed in a header. */
const wellNamed = /^name=[^\s<"'“‘][^\s<]*$/;

function writeRole(target: Target): Proposal | undefined {
  const { problem, block, message } = target;
  const role = suggested(target);
  const roleText = block.text.slice(problem.start, problem.end);
  return {
    title:
      roleText.trim() === role
        ? 'Remove the space before the role'
        : `Replace ${titleText(block.text, problem)} with \`${role}\``,
    edits: [replace(problem, role)],
    preferred: true,
    safe: message.role === role,
  };
}

/** Inserts a role. Since the speaker is unknown, all possible roles are offered. */
function insertRole({ block }: Target): Proposals {
  if (!has(block, Trait.HasMessage)) return [];
  const start = IM_START.text.length;
  let end = start;
  while (' \t'.includes(block.text[end] ?? '-')) end++;
  const space = end === block.headerEnd ? '' : ' ';
  return chatmlRoles
    .filter(({ rare }) => !rare)
    .map(({ name }) => ({
      title: `Insert the role \`${name}\``,
      edits: [replace({ start, end }, name + space)],
    }));
}

/** Writes the name without brackets, quotes and spaces, which cannot be part of it. */
function writeName(target: Target): Proposals {
  const { problem, block, message } = target;
  const name = suggested(target);
  const before = message.header.attributes.filter(({ key, end }) => key === 'name' && end <= problem.start).pop();
  const start =
    before && name?.startsWith(`${block.text.slice(before.start, before.end)}_`) ? before.start : problem.start;
  const nameAttribute = wellNamed.exec(name ?? '')?.[0];
  if (nameAttribute && before && start === problem.start) return [dropWord(target.block, problem, { preferred: true })];
  const span = { start, end: problem.end };
  return [{ title: `Change to \`${nameAttribute}\``, edits: [replace(span, nameAttribute)], preferred: true }];
}

/** Corrects `name==Eric` and `name = Eric`: an attribute has exactly one `=`, without spaces next to it. */
function writeMeant(target: Target): Proposal | undefined {
  const name = wellNamed.exec(suggested(target) ?? '')?.[0];
  if (name === undefined) return undefined;
  return { title: `Change to \`${name}\``, edits: [replace(target.problem, name)], preferred: true };
}

/** Moves the words that follow the role and the name to the next line, since they are content, or removes them. */
function moveDown(target: Target): Proposals {
  const { problem, block } = target;
  const words = block.text.slice(problem.start, problem.end);
  if (words.includes('<|')) return [];
  const lineBreak = lineBreakAt(block, target.context);
  return [
    {
      title: `Move ${titleText(block.text, problem)} to the line below, where the body begins`,
      edits: [...dropWord(block, problem).edits, insert(block.bodyStart, words + lineBreak)],
      preferred: true,
      changesBody: true,
    },
    dropWord(target.block, problem),
  ];
}

/**
 * Moves content on the line of the header to a new line. A header without content gets its line break, or is removed if the message is not
 * closed.
 */
function breakLine(target: Target): Proposals {
  const { block, message } = target;
  const { text, terminator, bodyEnd } = block;
  const from = Math.min(message.header.bodyStart, bodyEnd);
  const empty = text.slice(from, bodyEnd).trim() === '';
  const clean = message.header.faults.length === 0 && !text.slice(from, bodyEnd).includes('<');
  if (empty && terminator === undefined) {
    // An unfinished turn of a user can affect the meaning of other messages.
    if (message.role === userRole) return [];
    return [{ title: 'Remove this header, which has no body', edits: [remove({ start: 0, end: text.length })] }];
  }
  let start = from;
  while (' \t'.includes(text[start - 1] ?? '-')) start--;
  const lineBreak = lineBreakAt(block, target.context);
  const begun = replace({ start, end: from }, lineBreak);
  if (terminator !== undefined) {
    return [
      {
        title: empty ? 'Insert a line break after the header' : 'Begin the content on a line of its own',
        edits: [begun],
        preferred: true,
        safe: clean,
      },
    ];
  }
  return [
    {
      title: `Begin the content on a line of its own, and insert \`${endToken}\` at its end`,
      edits: [begun, insert(bodyEnd, endToken + lineBreak)],
      preferred: true,
    },
  ];
}

/** Moves the role before the name. */
function moveRole({ problem, block }: Target): Proposals {
  const { text } = block;
  const role = text.slice(problem.start, problem.end);
  const edits = [insert(IM_START.text.length, `${role} `), ...dropWord(block, problem).edits];
  return [{ title: `Move the role \`${role}\` before the name`, edits, preferred: true }];
}

const byRule: Partial<Record<HeaderRule, (target: Target) => Proposals>> = {
  role: (target) => [writeRole(target)],
  'role-missing': insertRole,
  'attr-empty': (target) => [writeMeant(target) ?? dropWord(target.block, target.problem, { preferred: true })],
  'attr-duplicate': (target) => [dropWord(target.block, target.problem, { preferred: true })],
  name: writeName,
  order: moveRole,
  'stray-word': (target) => {
    const proposal = writeMeant(target);
    return proposal ? [proposal] : moveDown(target);
  },
  'no-newline': breakLine,
};

export const headerFixers: Fixers = {
  'E-PARSE-HEADER': {
    says: 'correct the role or the name; begin the content on a line of its own; remove what does not belong',
    fix: (target) => getOwn(byRule, String(target.problem.data?.rule))?.(target) ?? [],
  },
  'attribute-unknown': {
    says: 'correct a misspelled `name=`, or remove the attribute',
    fix(target) {
      const name = wellNamed.exec(suggested(target) ?? '')?.[0];
      return [
        { title: `Change to \`${name}\``, edits: [replace(target.problem, name)], preferred: true },
        dropWord(target.block, target.problem),
      ];
    },
  },
  'header-space': {
    says: 'replace the white space with one space, or remove it where none is allowed',
    fix({ problem, block }) {
      const none = problem.end >= block.headerEnd;
      return [
        {
          title: none ? 'Remove the space' : 'Replace the white space with one space',
          edits: [replace(problem, none ? '' : ' ')],
          preferred: true,
          safe: true,
        },
      ];
    },
  },
};

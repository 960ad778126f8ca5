/** Fixes of messages that lost their opener or their header, and of text that Harmony's parser rejects. */
import { answerChannel, modelRole, thoughtChannel, toolRole } from '../grammar/index.ts';
import { headerInfo } from '../model/message.ts';
import { turnOf } from '../model/turns.ts';
import { lostOpener } from '../rules/start-missing.ts';
import { opener } from '../rules/support/places.ts';
import { getOwn } from '../syntax/get-own.ts';
import { unseen } from '../syntax/wording.ts';
import { type Fix, type Fixers, insert, type Proposal, remove, replace, type Target, titleText } from './fix.ts';
import { removeWord } from './support/edits.ts';

/** Whether a message on `final` follows in the same turn. If so, plain text before it is more likely to be `analysis`. */
function answerFollows({ block, context }: Target): boolean {
  const turn = turnOf(block, context.blocks);
  return turn.slice(turn.indexOf(block) + 1).some((next) => {
    const { role, effectiveChannel } = headerInfo(next);
    return role === modelRole && effectiveChannel === answerChannel;
  });
}

/** Adds a header to text at the beginning of a completion. */
export function insertHeader(target: Target): readonly Fix[] {
  const likely = answerFollows(target) ? thoughtChannel : answerChannel;
  return [answerChannel, thoughtChannel].map((channel) => {
    const header = `<|channel|>${channel}<|message|>`;
    return { title: `Insert \`${header}\``, edits: [insert(0, header)], preferred: channel === likely };
  });
}

/** The fixes of `harmony-rejects`, by `data.rule`. */
const rejected: Readonly<Record<string, (target: Target) => Proposal | undefined>> = {
  space: ({ problem }) => ({ title: 'Remove the space', edits: [remove(problem)], preferred: true, safe: true }),
  repeated: ({ block, problem }) => ({
    title: `Remove the duplicate ${titleText(block.text, problem)}`,
    edits: [removeWord(block.text, problem)],
    preferred: true,
    safe: true,
  }),
  // In a reply, the role should be replaced with the name of the tool. The `tool-role` rule has that fix.
  attribute: ({ block, problem, message }) =>
    message.role === toolRole && block.text.startsWith('name=', problem.start)
      ? undefined
      : {
          title: `Remove ${titleText(block.text, problem)}`,
          edits: [removeWord(block.text, problem)],
          preferred: true,
        },
  terminator: ({ block, problem }) => ({
    title: `Remove ${titleText(block.text, problem)}`,
    edits: [remove({ start: block.text.slice(0, problem.start).trimEnd().length, end: problem.end })],
    preferred: true,
    safe: block.text.slice(problem.start, problem.end) === '<|end|>',
  }),
  reply: ({ problem }) => ({
    title: 'Add `to=assistant` after the name of the tool',
    edits: [insert(problem.end, ' to=assistant')],
    preferred: true,
  }),
  header({ block, problem }) {
    const hidden = unseen(block.text.slice(problem.start, problem.end));
    if (hidden === undefined) return undefined;
    const title = `Replace ${hidden} with an ordinary space`;
    return { title, edits: [replace(problem, ' ')], preferred: true, safe: true };
  },
  name: ({ problem, message }) => ({
    title: `Change to \`${message.role}\`, without the name`,
    edits: [replace(problem, message.role as string)],
  }),
};

export const lostHeaderFixers: Fixers = {
  'start-missing': {
    says: 'insert `<|start|>`, or `<|start|>assistant`',
    fix({ block, message }) {
      const { token, inPlaceOf } = lostOpener(message.header);
      const edit = inPlaceOf
        ? replace(opener(block), token)
        : insert(0, message.header.attributes[0]?.start === 0 ? `${token} ` : token);
      return [{ title: `Insert \`${token}\``, edits: [edit], preferred: true, safe: true }];
    },
  },
  'harmony-rejects': {
    says: 'remove what the parser fails on, or add what it requires',
    fix: (target) => [getOwn(rejected, String(target.problem.data?.rule))?.(target)],
  },
};

/**
 * Text → blocks for OpenChatML 0.1 and ChatML. There are no escapes: every `<|im_start|>` begins a message, so a
 * boundary depends on nothing before it, and what stands before the first one is one block, the prelude.
 */
import { chatmlRoleMeant, chatmlRoles } from '../grammar/index.ts';
import { Trait } from './block.ts';
import { Cutter, type Scanned, type Stretch, skipBlank } from './cutter.ts';
import { chatmlTokenAt, IM_END, IM_START } from './tokens.ts';

export function scanChatml({ text, first, last, afterAngle, behind = '' }: Stretch): Scanned {
  const cutter = new Cutter(text, afterAngle === true);
  if (first && !text.startsWith(IM_START.text)) {
    const start = text.indexOf(IM_START.text);
    const to = start < 0 ? text.length : start;
    if (to > 0) {
      const open = start < 0 && last ? Trait.Open : 0;
      const ink = skipBlank(text, 0) < to ? Trait.OddGap : 0;
      cutter.push('prelude', to, Trait.ChatML | open | ink, 0, 0, 0, 0);
    }
  }
  while (cutter.at < text.length) message(cutter, text, last, behind);
  return { blocks: cutter.blocks, end: cutter.at };
}

/** One message with the gap behind it. What follows the stretch begins with `<|im_start|>`, unless it is the last. */
function message(cutter: Cutter, text: string, last: boolean, behind: string): void {
  const headerEnd = headerEndFrom(text, cutter.at + IM_START.text.length);
  const bodyStart = behindBreak(text, headerEnd);
  let traits = bodyStart > headerEnd ? Trait.ChatML | Trait.HasMessage : Trait.ChatML;
  for (let hop = text.indexOf('<|', bodyStart); hop >= 0; hop = text.indexOf('<|', hop)) {
    const token = chatmlTokenAt(text, hop);
    if (token === IM_START) {
      if (roleFollows(text, hop)) traits |= Trait.RoleFollows;
      cutter.push('message', hop, traits, headerEnd, bodyStart, hop, hop);
      return;
    }
    if (token === IM_END) {
      const end = hop + token.text.length;
      let to = skipBlank(text, end);
      if (to < text.length && !text.startsWith(IM_START.text, to)) {
        const next = text.indexOf(IM_START.text, to);
        to = next < 0 ? text.length : next;
        traits |= Trait.OddGap;
      }
      cutter.push('message', to, traits, headerEnd, bodyStart, beforeBreak(text, hop, bodyStart), end, 'im_end');
      return;
    }
    traits |= Trait.OddBody;
    hop += token === undefined ? 2 : token.text.length;
  }
  const to = text.length;
  traits |= last ? Trait.Open : roleFollows(behind, 0) ? Trait.RoleFollows : 0;
  cutter.push('message', to, traits, headerEnd, bodyStart, to, to);
}

const opensWithRole = new RegExp(
  `<\\|im_start\\|>(?:${[...chatmlRoles.map(({ name }) => name), ...Object.keys(chatmlRoleMeant)].join('|')})(?=\\s|<\\||$)`,
  'iy',
);

/** Whether the `<|im_start|>` at an offset has a role behind it, so that it can be meant. */
function roleFollows(text: string, at: number): boolean {
  opensWithRole.lastIndex = at;
  return opensWithRole.test(text);
}

/** Where the header ends: before a line break, or without one before the token that begins or ends a message. */
function headerEndFrom(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) return at;
    if (unit !== 60 || text.charCodeAt(at + 1) !== 124) continue;
    const token = chatmlTokenAt(text, at);
    if (token === IM_START || token === IM_END) return at;
  }
  return text.length;
}

function behindBreak(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === 13) return text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
  return unit === 10 ? at + 1 : at;
}

function beforeBreak(text: string, at: number, from: number): number {
  const unit = at > from ? text.charCodeAt(at - 1) : 0;
  if (unit === 10) return at - 1 > from && text.charCodeAt(at - 2) === 13 ? at - 2 : at - 1;
  return unit === 13 ? at - 1 : at;
}

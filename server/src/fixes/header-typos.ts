/** Fixes misspelled tokens in a header, such as `<|mesage|>` or `<|chanel|>`. All of them are corrected at once. */

import type { Context } from '../rules/support/rule.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { messageHeader } from '../syntax/message-header.ts';
import { nearTokensIn } from '../syntax/tokens/expected-tokens.ts';
import type { TokenLike } from '../syntax/tokens/token-like.ts';
import { CHANNEL, CONSTRAIN, MESSAGE, START } from '../syntax/tokens/tokens.ts';
import { Transcript } from '../syntax/transcript.ts';
import { type Proposal, replace, type Target, titleText } from './fix.ts';
import { applyEdits } from './proof/replacement.ts';

/** Corrects the misspelled tokens of a header, if the header is then free of faults and the message ends where it did before. */
export function respellHeader({ block, context }: Target): Proposal | undefined {
  const names = has(block, Trait.HasMessage) ? tagNames : [...tagNames, MESSAGE.name];
  const [opener] = nearTokensIn(block.text, 0, block.headerEnd, [START.name]);
  const typos = [...(opener?.start === 0 ? [opener] : []), ...typosIn(block, names)];
  const replacements = typos.map(({ start, end, token }) => ({ start, end, text: token.text }));
  if (typos.length === 0 || !isSoundHeader(applyEdits(block.text, replacements), block.terminator, context))
    return undefined;
  const words = typos.map((typo) => `${titleText(block.text, typo)} with \`${typo.token.text}\``).join(', ');
  const opensBody = typos.some(({ token }) => token === MESSAGE);
  return {
    title: `Replace ${words}${opensBody ? ', where the body begins' : ''}`,
    edits: typos.map((typo) => replace(typo, typo.token.text)),
    preferred: true,
    ...(opensBody && { changesBody: true }),
  };
}

const tagNames = [CHANNEL.name, CONSTRAIN.name];

/** The misspelled tokens of a header, up to the one that ends the header. */
function typosIn({ text, headerEnd, bodyEnd, traits }: Block, names: readonly string[]): TokenLike[] {
  const end = traits & Trait.HasMessage ? headerEnd : bodyEnd;
  const typos: TokenLike[] = [];
  for (const near of nearTokensIn(text, 0, end, names)) {
    typos.push(near);
    if (near.token === MESSAGE) break;
  }
  return typos;
}

function isSoundHeader(text: string, terminator: string | undefined, { family }: Context): boolean {
  const [block, ...more] = new Transcript('', 'ocml', 0, text, { dialect: family.dialect }).blocks;
  if (block === undefined || more.length > 0 || !has(block, Trait.HasMessage)) return false;
  return block.terminator === terminator && messageHeader(block).faults.length === 0;
}

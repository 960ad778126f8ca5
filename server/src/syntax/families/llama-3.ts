import { llamaMarks, llamaRoleMeant, llamaRoles, llamaTokens, type TokenFact } from '../../grammar/index.ts';
import { END_HEADER, EOM, EOT, START_HEADER } from '../tokens/tokens.ts';
import { plainFamily } from './plain-family.ts';

const texts = (tokens: readonly TokenFact[]) => tokens.map(({ text }) => text.replaceAll('|', '\\|')).join('|');
const beginsCall = new RegExp(`^[\\s\\uFEFF]*(?:${texts(llamaTokens.filter(({ kind }) => kind === 'call'))})\\s*\\S`);
const terminator = new RegExp(texts([EOT, EOM]));

/**
 * Whether a text without an opener is the output of the model. Only the model writes the tokens that begin a call, and `<|eom_id|>`, which
 * ends one. A message with the usual terminator may have any role.
 */
function isCall(text: string, whole: boolean): boolean {
  const end = terminator.exec(text);
  if (end === null && !whole) return false;
  return beginsCall.test(text) || (whole && end?.[0] === EOM.text && text.trimEnd().endsWith(EOM.text));
}

export const llama3 = plainFamily({
  id: 'llama3',
  name: 'Llama 3',
  has: ['bodyCalls', 'tags'],
  frame: {
    openers: [START_HEADER],
    headerEnd: END_HEADER,
    breaksBefore: 2,
    breakAfter: false,
    terminators: [EOT, EOM],
    between: '',
    completes: isCall,
  },
  roles: llamaRoles,
  roleMeant: llamaRoleMeant,
  attributes: [],
  tokens: llamaTokens,
  settles: llamaMarks,
});

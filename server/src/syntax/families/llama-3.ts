import { llamaMarks, llamaRoleMeant, llamaRoles, llamaTokens } from '../../grammar/index.ts';
import { END_HEADER, EOM, EOT, START_HEADER } from '../tokens/tokens.ts';
import { plainFamily } from './plain.ts';

/** Llama 3. */
export const llama3 = plainFamily({
  id: 'llama3',
  name: 'Llama 3',
  has: ['bodyCalls', 'tags'],
  frame: {
    opener: START_HEADER,
    headerEnd: END_HEADER,
    breaksBefore: 2,
    breakAfter: false,
    terminators: [EOT, EOM],
    between: '',
  },
  roles: llamaRoles,
  roleMeant: llamaRoleMeant,
  attributes: [],
  tokens: llamaTokens,
  settles: llamaMarks,
});

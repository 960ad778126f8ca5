import { chatmlAttributes, chatmlOnly, chatmlRoleMeant, chatmlRoles, chatmlTokens } from '../../grammar/index.ts';
import { IM_END, IM_SEP, IM_START } from '../tokens/tokens.ts';
import { plainFamily } from './plain-family.ts';
import { isTaggedCompletion } from './tagged-completion.ts';

/** OpenChatML 0.1, which includes plain ChatML. */
export const openchatml01 = plainFamily({
  id: 'openchatml-0.1',
  name: 'OpenChatML 0.1 (ChatML)',
  has: [
    'versions',
    'metadata',
    'quotes',
    'thoughtBlocks',
    'functions',
    'files',
    'sequenceMarks',
    'tags',
    'taggedParts',
  ],
  frame: {
    openers: [IM_START],
    headerEnd: 'line break',
    headerEndToo: IM_SEP,
    breaksBefore: 0,
    breakAfter: true,
    terminators: [IM_END],
    between: '\n',
    completes: isTaggedCompletion,
  },
  roles: chatmlRoles,
  roleMeant: chatmlRoleMeant,
  attributes: chatmlAttributes,
  tokens: chatmlTokens,
  settles: chatmlOnly,
});

import {
  chatmlAttributes,
  chatmlRoleMeant,
  chatmlRoles,
  chatmlTokens,
  controlTokens,
  foreignTokens,
  llamaForeign,
} from '../../grammar/index.ts';
import { IM_END, IM_START } from '../tokens.ts';
import { plainFamily } from './plain.ts';

/** OpenChatML 0.1, which is also plain ChatML. */
export const openchatml01 = plainFamily({
  id: 'openchatml-0.1',
  name: 'OpenChatML 0.1 (ChatML)',
  has: ['quotes', 'thoughtBlocks', 'functions', 'files', 'tags', 'stops'],
  frame: { opener: IM_START, headerEnd: 'line break', breaksBefore: 0, breakAfter: true, terminators: [IM_END] },
  roles: chatmlRoles,
  roleMeant: chatmlRoleMeant,
  attributes: chatmlAttributes,
  tokens: chatmlTokens,
  foreign: [...controlTokens, ...llamaForeign],
  settles: foreignTokens,
});

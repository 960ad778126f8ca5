import { phiEnd, phiOpeners, phiRoleMeant, phiRoles, phiTokens } from '../../grammar/index.ts';
import { plainFamily } from './plain-family.ts';

/** Phi-3, in which each opener is a role. */
export const phi3 = plainFamily({
  id: 'phi3',
  name: 'Phi-3',
  has: ['tags', 'beginMark'],
  frame: {
    openers: phiOpeners,
    headerEnd: 'opener',
    breaksBefore: 1,
    breakAfter: false,
    terminators: [phiEnd],
    between: '\n',
  },
  roles: phiRoles,
  roleMeant: phiRoleMeant,
  attributes: [],
  tokens: phiTokens,
  settles: phiOpeners,
  settledBy: phiEnd,
});

/** The roles of dialects learned from chat templates, by their names in chat APIs. Loaded with the first such dialect. */
import type { RoleFact } from './types.ts';

export const learnedSection = 'Chat template';
const section = learnedSection;

/** The roles of chat APIs, with their meaning for a model. */
export const learnedRoles: readonly RoleFact[] = [
  {
    name: 'system',
    rank: 1,
    visible: false,
    instructs: true,
    next: 'user',
    doc: 'Instructions.',
    section,
    scope: 'entity.name.type.role.system',
  },
  {
    name: 'developer',
    rank: 2,
    visible: false,
    instructs: true,
    next: 'user',
    doc: 'Instructions from the developer.',
    section,
    scope: 'entity.name.type.role.developer',
  },
  {
    name: 'user',
    rank: 3,
    visible: true,
    next: 'assistant',
    doc: 'A message from the user.',
    section,
    scope: 'entity.name.type.role.user',
  },
  {
    name: 'assistant',
    rank: 4,
    visible: true,
    next: 'user',
    doc: 'Written by the model.',
    section,
    scope: 'entity.name.type.role.assistant',
  },
  {
    name: 'tool',
    rank: 5,
    visible: false,
    replies: true,
    next: 'assistant',
    doc: "A tool's result.",
    section,
    scope: 'entity.name.type.role.tool',
  },
];

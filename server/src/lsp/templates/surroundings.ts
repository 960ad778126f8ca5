/** What a template takes from what is open, and from its project. */
import { pathOf } from '../../files/addresses.ts';
import { isTemplateFile } from '../../grammar/index.ts';
import type { Documents } from '../documents.ts';
import type { Settings } from '../settings.ts';
import type { Chosen } from './worker.ts';

/** What a template is loaded with: patterns of the project, and what of its file is open and not saved. */
export function surroundings(
  documents: Pick<Documents, 'all'>,
  { customTemplates: custom = {} }: Settings,
  name: string,
): { custom: Chosen['custom']; open: Chosen['open'] } {
  const file = name.replace(/#[^#]*$/, '');
  const held = documents.all().find(({ uri }) => isTemplateFile(uri) && pathOf(uri) === file);
  return { custom, open: held ? Object.fromEntries([[file, held.getText()]]) : {} };
}

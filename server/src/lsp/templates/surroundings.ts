/** Collects the data that a template needs from open documents and from its project. */
import { pathOf } from '../../files/addresses.ts';
import { isTemplateFile } from '../../grammar/index.ts';
import type { Documents } from '../documents.ts';
import type { Settings } from '../settings.ts';
import type { Chosen } from './templates-worker.ts';

/** Returns the data for loading a template: the project's custom templates, and the unsaved text of the template file. */
export function surroundings(
  documents: Pick<Documents, 'all'>,
  { customTemplates: custom = {} }: Settings,
  name: string,
): { custom: Chosen['custom']; open: Chosen['open'] } {
  const file = name.replace(/#[^#]*$/, '');
  const openDocument = documents.all().find(({ uri }) => isTemplateFile(uri) && pathOf(uri) === file);
  return { custom, open: openDocument ? Object.fromEntries([[file, openDocument.getText()]]) : {} };
}

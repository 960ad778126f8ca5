/** The text of hovers about a tool that is declared in JSON. */
import { bounded } from '../../arguments/bounded.ts';
import { code, fenced, paragraphs } from '../hover/markdown.ts';
import type { Declared } from './payload.ts';
import { typeScriptOf } from './typescript-types.ts';

export function explainDeclared(tool: string, declared: Declared | undefined): string {
  const title = `**${code(tool)}** · tool`;
  if (declared === undefined) return paragraphs(title, 'Not declared in this document.');
  const { doc, schema } = declared;
  return paragraphs(title, declarationText(doc, typeScriptOf(tool, bounded(schema ?? true).schema)));
}

/** The text of a declaration, with the description of the tool as a comment above it. */
export function declarationText(doc: string, declaration: string): string {
  return fenced('typescript', (doc && `${doc.replace(/^/gm, '// ')}\n`) + declaration);
}

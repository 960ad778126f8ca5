/** Answers requests about chat template files: hovers on the variables that templates receive, and actions that turn a rule off. */
import type { CodeActionParams, Hover, HoverParams, Position } from 'vscode-languageserver';
import type { AnyDocument } from '../../documents/document.ts';
import { asks } from '../../features/code-actions/actions.ts';
import { ProblemsByRule, turnOffs } from '../../features/code-actions/turn-off.ts';
import { isPosition } from '../../features/support/cursor.ts';
import type { DisableEditsFor } from '../../features/support/feature.ts';
import { holdsTemplates } from '../../grammar/index.ts';
import { templateVariables } from '../../grammar/template-variables.ts';
import { isChatTemplate } from '../../templates/document/chat-template-signs.ts';

export async function answer(
  method: string,
  document: AnyDocument,
  params: unknown,
  offsFor: DisableEditsFor,
): Promise<unknown> {
  if (method === 'textDocument/hover') return hover(document, (params as HoverParams).position);
  const { context } = params as CodeActionParams;
  if (!asks(context, 'quickfix')) return null;
  const unmended = new ProblemsByRule(document.uri);
  unmended.addTold(context);
  return turnOffs(unmended, () => undefined, offsFor);
}

/** The maximum distance between a variable and the start of its tag (UTF-16 units). */
const MAX_TAG_LENGTH = 5_000;

function hover(document: AnyDocument, position: Position): Hover | null {
  if (!isPosition(position)) return null;
  const { uri } = document;
  const text = document.getText();
  if (!holdsTemplates(uri) && !isChatTemplate(uri, text)) return null;
  const at = document.offsetAt(position);
  const start = at - (/\w*$/.exec(text.slice(Math.max(0, at - 100), at))?.[0].length ?? 0);
  const end = at + (/^\w*/.exec(text.slice(at, at + 100))?.[0].length ?? 0);
  const fact = templateVariables.find(({ name }) => name === text.slice(start, end));
  if (fact === undefined || !isInTag(text.slice(Math.max(0, start - MAX_TAG_LENGTH), start))) return null;
  const availability = fact.optional ? 'Passed by some programs' : 'Always passed';
  return {
    contents: { kind: 'markdown', value: `\`${fact.name}\`: ${fact.doc}\n\n*Chat templates. ${availability}.*` },
    range: { start: document.positionAt(start), end: document.positionAt(end) },
  };
}

/** Whether the text after `before` is inside a tag, and is neither an attribute nor inside a string. */
function isInTag(before: string): boolean {
  const opened = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  const closed = Math.max(before.lastIndexOf('}}'), before.lastIndexOf('%}'));
  return opened >= 0 && opened > closed && !/(?:\.\s*|['"])$/.test(before);
}

/** `ocml check --fix`: applies the safe fixes to a file, and writes it if it is another one then. */
import { type AnyDocument, json } from '../features/document.ts';
import type { CheckerSettings } from '../rules/checker.ts';
import { Transcript } from '../syntax/transcript.ts';
import type { Input } from './input.ts';
import { notUtf8, rewrite } from './rewrite.ts';

/** The text of a file without what could be fixed. Nothing is written for `-`: the text is for the caller to print. */
export async function fixFile(file: string, input: Input, document: AnyDocument, settings: CheckerSettings) {
  if (input.invalidAt !== undefined) throw new Error(notUtf8);
  const { text, edits } = await fixed(document, settings);
  if (edits.length > 0 && file !== '-') {
    const fresh = await rewrite(file);
    try {
      await fresh.write((input.mark ? '\uFEFF' : '') + text);
    } catch (error) {
      await fresh.abandon();
      throw error;
    }
    await fresh.commit();
  }
  return text;
}

/** The fixes are not loaded for those who only check. */
async function fixed(document: AnyDocument, settings: CheckerSettings) {
  if (document instanceof Transcript) {
    const { fixAll } = await import('../rules/fixes/fix-all.ts');
    return fixAll(document, settings);
  }
  const { fixDocument } = await import('../rules/json/fixes/fix-all.ts');
  const { applyEdits } = await import('../rules/fixes/replacement.ts');
  const { JsonInspector } = json();
  const edits = fixDocument(document, new JsonInspector(document.dialect, document.lines, settings, () => {}));
  return { text: applyEdits(document.getText(), edits), edits };
}

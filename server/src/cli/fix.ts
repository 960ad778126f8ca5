/** `ocml check --fix`: applies the safe fixes to a file, and writes it if it is another one then. */
import { type AnyDocument, json } from '../features/document.ts';
import type { JsonDialectId } from '../grammar/index.ts';
import type { CheckerSettings } from '../rules/checker.ts';
import { Transcript } from '../syntax/transcript.ts';
import type { CheckTask } from './check-file.ts';
import type { Input } from './input.ts';
import { notUtf8, type Rewrite, rewrite } from './rewrite.ts';

/** The text of a file without what could be fixed. Nothing is written for `-`: the text is for the caller to print. */
export async function fixFile(file: string, input: Input, document: AnyDocument, settings: CheckerSettings) {
  if (input.invalidAt !== undefined) throw new Error(notUtf8);
  const { text, edits } = await fixed(document, settings);
  if (edits.length > 0 && file !== '-') {
    const fresh = await rewrite(file);
    try {
      await fresh.write((input.mark ? '\uFEFF' : '') + text);
      await fresh.commit();
    } finally {
      await fresh.remove();
    }
  }
  return text;
}

/** The same for JSON Lines, line by line, into a file that is being written: it takes its place if something was fixed. */
export async function fixLines(
  task: CheckTask,
  dialect: JsonDialectId,
  pieces: AsyncIterable<Input>,
  fresh: Rewrite,
): Promise<void> {
  const { fixUnit } = await import('../rules/json/fixes/fix-all.ts');
  const { JsonInspector, jsonUnit, linesOf } = json();
  const inspector = new JsonInspector(dialect, true, task, () => {});
  let changed = task.file === '-';
  for await (const { text, mark, invalidAt } of pieces) {
    if (invalidAt !== undefined) throw new Error(notUtf8);
    let fixed = mark ? '\uFEFF' : '';
    for (const line of linesOf(text)) {
      const better = fixUnit(jsonUnit(line), inspector)?.text;
      changed ||= better !== undefined;
      fixed += better ?? line;
    }
    await fresh.write(fixed);
  }
  if (changed) await fresh.commit();
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

/** Repairs text that is certainly meant as JSON: removes the Markdown fence around it, or corrects its small faults. */
import type { JsonEdit, JsonReading } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { parseJson } from '../../syntax/json/values.ts';
import { applyEdits } from '../proof/replacement.ts';

export interface Repaired {
  readonly text: string;
  /** The action, as the title of a fix. */
  readonly title: string;
}

/** The JSON that a text is meant to be. Undefined if that is uncertain. `where`: the phrase for the text in the title. */
export function repair(text: string, where = 'the body'): Repaired | undefined {
  const inner = fence.exec(text)?.[1];
  if (inner !== undefined && parseJson(inner).error === undefined) {
    return { text: inner, title: `Remove the Markdown fence around the JSON in ${where}` };
  }
  const mended = mend(inner ?? text);
  return mended === undefined ? undefined : { text: mended, title: `Repair the JSON in ${where}` };
}

const fence = /^\s*```\w*[ \t]*\r?\n([^]*?)\r?\n[ \t]*```\s*$/;

/**
 * Repairs the faults in JSON. Returns undefined for a single word, which may be prose, and for an unclosed string, since it is unknown where
 * the string should end.
 */
function mend(text: string): string | undefined {
  const reading = readJson(text);
  const { root, faults, unclosed } = reading;
  const [first] = faults;
  if (first === undefined || unclosed >= 0 || (first.code === 'not-a-value' && first.start === root?.start))
    return undefined;
  const edits = repairsOf(text, reading);
  return edits && applyEdits(text, edits);
}

/** The edits that turn a text into valid JSON, in order and without overlaps. Undefined if the parser cannot repair every fault. */
export function repairsOf(text: string, reading: JsonReading): readonly JsonEdit[] | undefined {
  const edits = reading.repairable ? apart(reading.repairs) : undefined;
  return edits && parseJson(applyEdits(text, edits)).error === undefined ? edits : undefined;
}

/** The edits without duplicates, since two faults may need the same edit. Undefined if two edits contradict each other. */
function apart(edits: readonly JsonEdit[]): readonly JsonEdit[] | undefined {
  const disjointEdits: JsonEdit[] = [];
  for (const edit of edits) {
    const before = disjointEdits[disjointEdits.length - 1];
    if (before && edit.start < before.end) {
      if (edit.start !== before.start || edit.end !== before.end || edit.text !== before.text) return undefined;
    } else disjointEdits.push(edit);
  }
  return disjointEdits;
}

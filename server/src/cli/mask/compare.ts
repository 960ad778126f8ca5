/** `ocml mask --compare`: compares the tokens and the mask of each row with those of the local `transformers`. */
import { assistantMask, GENERATION_TAG } from '../../mask/assistant-mask.ts';
import { render } from '../../mask/prompt.ts';
import { listIn, readRow } from '../../mask/row.ts';
import { RefusedRow, UncertainMask } from '../../mask/sequence.ts';
import { templateVariables } from '../../mask/trainers/trl-data.ts';
import { masksInPython, type TransformersMask, whyNoTransformers } from '../../python/transformers.ts';
import type { RowText } from '../../rows/row-piece.ts';
import { isText, plain } from '../../templates/jinja/runtime/text.ts';
import { sourceOf } from '../files/source.ts';
import { print } from '../output.ts';
import { rowGroups } from './mask-rows.ts';
import { usualRow } from './mask-stretch.ts';
import { loadProfile, type MaskSpec } from './profile.ts';

/** The maximum number of rows that are compared. All of them are kept in memory, and Python is slow. */
const MAX_ROWS = 1000;

/**
 * Compares the masks and prints the differences. Returns the exit code: 0 if all masks are equal, 1 if some differ. Throws an error with a
 * message for the user if `transformers` is missing.
 */
export async function compareMasks(operand: string, spec: Omit<MaskSpec, 'first'>): Promise<number> {
  const why = await whyNoTransformers();
  if (why !== undefined) throw new Error(`--compare needs Python with transformers, but ${why}`);
  const { path, file } = sourceOf(operand, undefined);
  const rows = (await firstRows(path, file)).map((row) => ({ ...row, text: usualRow(row.text, spec) }));
  const { profile, within } = await loadProfile({ ...spec, first: rows[0]?.text ?? '' });
  const { template, variables, tokenizer } = profile.setting;
  if (template.kind !== 'jinja') throw new Error(`--compare needs a Jinja template, but ${template.name} is not one`);
  const tokens = Object.fromEntries(
    [...variables].flatMap(([name, value]) => (/_token$/.test(name) && isText(value) ? [[name, plain(value)]] : [])),
  );
  const theirs = await masksInPython({
    tokenizer: spec.tokenizer,
    tokens,
    template: template.text,
    rows: rows.map(({ text }) => text),
  });
  if (!GENERATION_TAG.test(template.text))
    await print(['The template has no {% generation %}, so transformers marks nothing: only tokens are compared']);
  let differing = 0;
  for (const [i, { text, line }] of rows.entries()) {
    const ours = within(text.length)(() => maskOf(text));
    const difference = differenceOf(ours, theirs[i] ?? { error: 'no answer' }, (id) => tokenizer.decode([id]));
    if (difference === undefined) continue;
    differing++;
    await print([`${file}:${line + 1}: ${difference}`]);
  }
  const same = rows.length - differing;
  await print([`${same} of ${rows.length} rows have the same tokens and the same mask as with transformers`]);
  return differing > 0 ? 1 : 0;

  function maskOf(text: string): TransformersMask | undefined {
    try {
      const row = readRow(text);
      const list = listIn(row.value.get('messages'));
      if (list === undefined) return { error: 'this row has no `messages`' };
      const rendered = render(profile.setting, list, { more: templateVariables(row.value) });
      return { ids: rendered.ids, mask: assistantMask(rendered).map(Number) };
    } catch (error) {
      if (error instanceof UncertainMask) return undefined;
      if (error instanceof RefusedRow || error instanceof SyntaxError) return { error: error.message };
      throw error;
    }
  }
}

async function firstRows(path: string, file: string): Promise<RowText[]> {
  const rows: RowText[] = [];
  for await (const group of rowGroups(path, file))
    for (const row of group) {
      if (rows.length === MAX_ROWS) {
        await print([`Only the first ${MAX_ROWS} rows are compared`]);
        return rows;
      }
      rows.push(row);
    }
  return rows;
}

/**
 * Returns a description of the first difference; undefined if there is none. `ours` is undefined if the mask computed here is uncertain.
 */
function differenceOf(
  ours: TransformersMask | undefined,
  theirs: TransformersMask,
  textOf: (id: number) => string,
): string | undefined {
  if (ours === undefined) return 'there is no mask for this row, because the positions of its tokens are uncertain';
  if ('error' in ours || 'error' in theirs) {
    if ('error' in ours && 'error' in theirs) return undefined;
    return 'error' in ours
      ? `ocml rejects this row: ${ours.error}`
      : `transformers rejects this row: ${'error' in theirs ? theirs.error : ''}`;
  }
  const nameToken = (id: number | undefined) =>
    id === undefined ? 'nothing' : `${JSON.stringify(textOf(id))} (${id})`;
  const most = Math.max(ours.ids.length, theirs.ids.length);
  for (let i = 0; i < most; i++) {
    const [here, there] = [ours.ids[i], theirs.ids[i]];
    if (here !== there) return `token ${i + 1} is ${nameToken(here)} in ocml, but ${nameToken(there)} in transformers`;
    if (ours.mask[i] === theirs.mask[i]) continue;
    const [trains, ignores] = ours.mask[i] === 1 ? ['ocml', 'transformers'] : ['transformers', 'ocml'];
    return `token ${i + 1}, ${nameToken(here)}, is trained in ${trains}, but not in ${ignores}`;
  }
  return undefined;
}

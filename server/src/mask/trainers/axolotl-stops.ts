/** Determines the tokens that end a turn in axolotl, and when they are trained. */
import { type OptionValues, textOption, textsOption } from '../options.ts';
import { idOf, type MaskSetting } from '../prompt.ts';
import { textIn } from '../row.ts';
import { type MaskEvent, RefusedRow } from '../sequence.ts';

interface StopRule {
  readonly ids: ReadonlySet<number>;
  readonly when: string;
}

export interface StopTokens {
  readonly rules: readonly StopRule[];
  readonly events: readonly MaskEvent[];
}

/** Returns the tokens and their rules. Throws a `RefusedRow` if axolotl would not start with these options. */
export function stopTokens({ template, tokenizer, variables }: MaskSetting, values: OptionValues): StopTokens {
  const eos = textIn(variables.get('eos_token'));
  const onEos = textOption(values, 'train_on_eos') ?? 'turn';
  const onEot = textOption(values, 'train_on_eot') ?? onEos;
  const eotTokens = textsOption(values, 'eot_tokens') ?? (eos === undefined ? [] : [eos]);
  const events: MaskEvent[] = [];
  const eosId = eos === undefined ? undefined : idOf(eos, tokenizer);
  const idsOf = (id: number | undefined) => new Set(id === undefined ? [] : [id]);
  const isUsual = eotTokens.length === 1 && eotTokens[0] === eos;
  if (eos === undefined && eotTokens.length === 0)
    events.push({ code: 'mask-stop', message: 'The end-of-sequence token is unknown' });
  if (isUsual) {
    if (eos !== undefined && !template.text.includes(eos) && !template.text.includes('eos_token'))
      events.push({
        code: 'mask-stop',
        remedy: 'quoted',
        message: `EOS token '${eos}' not found in chat_template; the turn terminator won't be trained. Set \`eot_tokens\` to your template's turn-ending token.`,
      });
    return {
      rules: [
        { ids: idsOf(eosId), when: onEot },
        { ids: idsOf(eosId), when: onEos },
      ],
      events,
    };
  }
  if (eos !== undefined && eotTokens.includes(eos) && onEos !== onEot)
    throw new RefusedRow(
      `ValueError: Conflict between train_on_eos (${onEos}) and train_on_eot (${onEot}): eos_token is in eot_tokens`,
    );
  const tokensInTemplate = eotTokens.filter((token) => {
    const id = idOf(token, tokenizer);
    if (id === undefined && template.text.includes(token))
      throw new RefusedRow(
        `ValueError: EOT token '${token}' is encoded as multiple tokens. Add it to the tokenizer's tokens.`,
      );
    if (template.text.includes(token)) return true;
    events.push({ code: 'mask-stop', message: `EOT token '${token}' not found in chat_template.` });
    return false;
  });
  const eotIds = new Set(tokensInTemplate.flatMap((token) => idOf(token, tokenizer) ?? []));
  return {
    rules: [
      { ids: eotIds, when: onEot },
      { ids: idsOf(eosId), when: onEos },
    ],
    events,
  };
}

/**
 * Returns the index of the first stop token at or after `from`; -1 if there is none. A `from` of -1 refers to the last token, as in Python.
 * If that token is a stop token, the result is -1; otherwise, all tokens are searched.
 */
export function firstStop(ids: readonly number[], stops: ReadonlySet<number>, from: number): number {
  if (from < 0 && stops.has(ids.at(-1) as number)) return -1;
  for (let i = Math.max(0, from); i < ids.length; i++) if (stops.has(ids[i] as number)) return i;
  return -1;
}

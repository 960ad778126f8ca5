/** Finds flags of messages that the trainer does not read, that have no effect, or that have an invalid value. */
import { joinedWords } from '../syntax/wording.ts';
import { isNumber, isTrue, numberOf } from '../templates/jinja/runtime/basics.ts';
import type { Value } from '../templates/jinja/runtime/values.ts';
import type { MaskFinding } from './findings.ts';
import type { MaskProfile } from './mask.ts';
import { dictIn, listIn, type Row, textIn } from './row.ts';

/** The keys with which trainers or APIs exclude a message from training. */
const flagNames = ['weight', 'train', 'training', 'loss', 'loss_scale', 'train_detail'];
const lists = ['messages', 'conversations', 'prompt', 'completion', 'chosen', 'rejected'];

const afterPrompt: ReadonlySet<string> = new Set(['completion', 'chosen', 'rejected']);

/** Whether a flag excludes a message, or a part of it, from training. */
const takesOut = (flag: string, value: Value): boolean =>
  flag === 'train_detail' ||
  !isTrue(value) ||
  (flag === 'loss_scale' && isNumber(value) && Number(numberOf(value)) !== 1);

export function flagFindings(
  { trainer, values }: Pick<MaskProfile, 'trainer' | 'values'>,
  { value }: Row,
): MaskFinding[] {
  const prompt = listIn(value.get('prompt'))?.length ?? 0;
  const trainerFlags = new Set(trainer.flags?.(values) ?? []);
  const findings: MaskFinding[] = [];
  const unread = new Set<string>();
  let isAnyOut = false;
  for (const name of new Set([...lists, ...(trainer.lists?.(values) ?? [])])) {
    const first = afterPrompt.has(name) ? prompt : 0;
    const list = listIn(value.get(name)) ?? [];
    const weights: Value[] = [];
    for (const [k, one] of list.entries()) {
      const i = first + k;
      const message = dictIn(one);
      if (message === undefined) continue;
      for (const flag of flagNames)
        if (message.has(flag) && message.get(flag) !== null && !trainerFlags.has(flag)) {
          unread.add(flag);
          isAnyOut ||= takesOut(flag, message.get(flag) as Value);
        }
      const weight = message.get('weight');
      if (weight === undefined || weight === null) continue;
      const role = textIn(message.get('role')) ?? textIn(message.get('from'));
      if (role === 'assistant' || role === 'gpt') weights.push(weight);
      else
        findings.push({
          code: 'mask-flag',
          about: i,
          remedy: 'value',
          message: `\`weight\` in message ${i + 1} has no effect: only assistant messages can have a \`weight\``,
        });
      if (!isNumber(weight) || (Number(numberOf(weight)) !== 0 && Number(numberOf(weight)) !== 1))
        findings.push({
          code: 'mask-flag',
          about: i,
          remedy: 'value',
          message: `\`weight\` in message ${i + 1} is neither 0 nor 1, the only two valid values`,
        });
    }
    if (weights.length > 0 && trainerFlags.has('weight') && !weights.some(isTrue))
      findings.push({
        code: 'mask-flag',
        remedy: 'value',
        message: 'Every `weight` in this row is 0, so none of its tokens is trained',
      });
  }
  if (unread.size > 0)
    findings.push({
      code: 'mask-flag',
      // If none of the unread flags would exclude anything, the row is trained as the user expects, so the severity is lower.
      ...(!isAnyOut && { severity: 'information' as const }),
      message: `${trainer.name} does not read ${joinedWords([...unread].map((flag) => `\`${flag}\``))}: ${isAnyOut ? 'messages that should be excluded are trained' : 'no message in this row is excluded, so nothing changes'}`,
    });
  return findings;
}

import { type TargetName, targetNames } from '../../server/src/convert/forms.ts';
import { convertJson, convertTranscript, type Options } from '../../server/src/convert/index.ts';
import { targets } from '../../server/src/convert/targets/index.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

/** A dialect that conversions can also write. */
export type Written = DialectId & TargetName;

/** The target formats that hold conversations. All others hold pairs of answers. */
export const conversationTargets = targetNames.filter((name) => !targets[name].pairs);

export const usual: Options = { to: 'messages', from: undefined, keepNames: false, bos: undefined };

export function ofText(text: string, options: Partial<Options>, dialect?: DialectId) {
  const choice = dialect ? { dialect } : {};
  return convertTranscript(new Transcript('test:', 'ocml', 0, text, choice), { ...usual, ...options });
}

export const ofJson = (value: unknown, options: Partial<Options>) =>
  convertJson(JSON.stringify(value), { ...usual, ...options }, true);

export const textOf = ({ output }: ReturnType<typeof ofText>) => (output && 'text' in output ? output.text : undefined);
export const valueOf = ({ output }: ReturnType<typeof ofText>) =>
  output && 'value' in output ? output.value : undefined;
export const lossesOf = ({ notes }: ReturnType<typeof ofText>) => notes.map(({ message }) => message);

export const user = (text: string) => ({ role: 'user', content: text });
export const thinks = (reasoning: string, content: string) => ({
  role: 'assistant',
  reasoning_content: reasoning,
  content,
});

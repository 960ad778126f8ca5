/** The names of the files that `ocml convert` writes to a folder. */
import type { TargetName } from '../../convert/index.ts';
import { targets } from '../../convert/targets/index.ts';
import { fileDialects, jsonFiles } from '../../grammar/index.ts';

/** The form of an output: a text document, a JSON value, or rows as JSON Lines. */
export type OutputForm = 'text' | 'value' | 'rows';

/** The extensions of text files by format. Harmony is missing here, since `fileDialects` contains its extension. */
const textEndings: Partial<Record<TargetName, string>> = {
  'openchatml-2.2': '.ocml',
  hermes: '.chatml',
  'openchatml-0.1': '.chatml',
  llama3: '.llama3',
  phi3: '.phi3',
};

/** Returns the extension of an output's file name: the one that identifies the dialect, if there is one. */
export function endingOf(to: TargetName, tokens: boolean, form: OutputForm): string {
  const isJson = targets[to].form === 'json' && !tokens;
  if (form === 'text') return textEndings[to] ?? fileDialects.find(([, dialect]) => dialect === to)?.[0] ?? '.ocml';
  const plain = form === 'rows' || targets[to].records ? '.jsonl' : '.json';
  const jsonFile = jsonFiles.find(([ending, dialect]) => isJson && dialect === to && ending.endsWith(plain));
  return jsonFile?.[0] ?? plain;
}

/** Returns the probable form of the output for an input, judging only by the name of the input and the options. */
export function likelyForm(isNamedLines: boolean, to: TargetName, tokens: boolean, training: unknown): OutputForm {
  if (isNamedLines || training === 'each') return 'rows';
  return targets[to].form === 'json' || tokens ? 'value' : 'text';
}

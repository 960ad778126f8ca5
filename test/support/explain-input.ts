import type { ExtractedOutput } from '../../server/src/explain/input/extracted-output.ts';
import { Recogniser } from '../../server/src/explain/input/recognise.ts';
import type { FoundError } from '../../server/src/explain/server-errors.ts';

/** Returns everything that is found in an input that arrives in pieces. */
export function find(...pieces: string[]): { outputs: ExtractedOutput[]; errors: FoundError[] } {
  const findings = { outputs: [] as ExtractedOutput[], errors: [] as FoundError[] };
  const recogniser = new Recogniser({
    output: (one) => findings.outputs.push(one),
    error: (one) => findings.errors.push(one),
  });
  for (const piece of pieces) recogniser.push(piece);
  recogniser.end();
  return findings;
}

export const output =
  '<|channel|>analysis<|message|>Say "hi" — to all.\nNow.<|end|><|start|>assistant<|channel|>final<|message|>Hi!<|return|>';
export const thoughtOf =
  '<think>\nHm.\n\nAll of them.\n</think>\n<tool_call>\n{"name": "f", "arguments": {}\n</tool_call>';
export const ids = [200_005, 35_644, 200_008, 2167, 1309, 200_007];
export const idText = '<|channel|>analysis<|message|>We need<|end|>';

/** Computes masks with the local `transformers`, for comparison: `apply_chat_template(…, return_assistant_tokens_mask=True)`. */
import { findPython, type PythonBounds, runPython, usualBounds } from './jinja.ts';

/**
 * A Python program that reads a line with the tokenizer and the template, and then one row per line. It downloads nothing, runs
 * no code from a model, and does not look for modules in its working folder.
 */
const program = String.raw`
import sys
sys.path[:] = [one for one in sys.path if one not in ("", ".")]
import json, os
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 33, 1 << 33))
except Exception:
    pass
from transformers import PreTrainedTokenizerFast
given = json.loads(sys.stdin.readline())
tokenizer = PreTrainedTokenizerFast(tokenizer_file=given["tokenizer"], **given["tokens"])
tokenizer.chat_template = given["template"]
for line in sys.stdin:
    try:
        row = json.loads(line)
        tools = row.get("tools")
        tools = json.loads(tools) if isinstance(tools, str) else tools
        more = row.get("chat_template_kwargs") or {}
        made = tokenizer.apply_chat_template(row["messages"], tools=tools, tokenize=True, return_dict=True, return_assistant_tokens_mask=True, **more)
        out = {"ids": made["input_ids"], "mask": made["assistant_masks"]}
    except Exception as e:
        out = {"error": f"{type(e).__name__}: {e}"}
    print(json.dumps(out), flush=True)
`;

export type TransformersMask =
  | { readonly ids: readonly number[]; readonly mask: readonly number[] }
  | { readonly error: string };

export interface TransformersTask {
  /** The path of the `tokenizer.json`. */
  readonly tokenizer: string;
  /** The special tokens of the tokenizer, such as `bos_token`. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly template: string;
  /** The rows, each as JSON. */
  readonly rows: readonly string[];
}

/** The reason why the local Python cannot compute masks; undefined if it can. */
export async function whyNoTransformers(): Promise<string | undefined> {
  const python = findPython();
  if (python === undefined) return 'python3 was not found';
  const code =
    'import sys; sys.path[:] = [one for one in sys.path if one not in ("", ".")]; from transformers import PreTrainedTokenizerFast';
  try {
    await runPython(python, code, '', usualBounds);
    return undefined;
  } catch {
    return `transformers is not installed for ${python}`;
  }
}

/** Computes the masks of rows, in order, in a separate process. */
export async function masksInPython(
  { rows, ...settings }: TransformersTask,
  python = findPython(),
  bounds: PythonBounds = usualBounds,
): Promise<TransformersMask[]> {
  if (python === undefined) throw new Error('python3 was not found');
  // JSON has line breaks only between values, so they can be replaced by spaces.
  const lines = rows.map((row) => `${row.replace(/[\r\n]+/g, ' ')}\n`);
  const out = await runPython(python, program, `${JSON.stringify(settings)}\n${lines.join('')}`, bounds);
  const answers = out.trim() === '' ? [] : out.trim().split('\n');
  return answers.map((line) => JSON.parse(line) as TransformersMask);
}

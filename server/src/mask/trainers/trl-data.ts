/** Detects and converts rows in the same way as TRL, with TRL's messages about them. */
import { joinTexts, type plain } from '../../templates/jinja/runtime/text.ts';
import type { Dict, Value } from '../../templates/jinja/runtime/values.ts';
import { valueOfJson } from '../../templates/values.ts';
import { dictIn, listIn, textIn } from '../row.ts';
import { RefusedRow } from '../sequence.ts';

const columns = ['prompt', 'chosen', 'rejected', 'completion', 'messages'];

/** Whether a row is a conversation: its first known column is a list of messages. */
export function isConversational(row: Dict): boolean {
  const name = columns.find((column) => row.has(column));
  const [first] = listIn(row.get(name ?? '')) ?? [];
  return dictIn(first)?.has('role') === true;
}

/** Whether a row has `conversations` with `from` and `value`. TRL checks only the first row, and treats all rows alike. */
export function hasFromAndValue(row: Dict): boolean {
  const [first] = listIn(row.get('conversations')) ?? [];
  const message = dictIn(first);
  return message?.has('from') === true && message.has('value');
}

/** Replaces `conversations` by `messages`, and renames the keys of each message. The names of the roles stay unchanged. */
export function renamed(row: Dict): Dict {
  const list = listIn(row.get('conversations'));
  if (list === undefined) return row;
  const messages = list.map((one) => {
    const message = dictIn(one);
    return message
      ? new Map<string, Value>([
          ['role', message.get('from') ?? null],
          ['content', message.get('value') ?? null],
        ])
      : one;
  });
  const others = [...row].filter(([key]) => key !== 'conversations');
  return new Map([...others, ['messages', messages as Value]]);
}

/** Returns the variables of a template besides the messages: the row's tools, and its `chat_template_kwargs`. */
export function templateVariables(row: Dict): ReadonlyMap<string, Value> {
  const tools = row.get('tools');
  const text = textIn(tools);
  let parsed = tools ?? null;
  if (text !== undefined) {
    try {
      parsed = valueOfJson(text);
    } catch {
      throw new RefusedRow('JSONDecodeError: `tools` in this row is a string that is not JSON');
    }
  }
  const more = dictIn(row.get('chat_template_kwargs'));
  return new Map<string, Value>([['tools', parsed], ...([...(more ?? [])] as [string, Value][])]);
}

/** Returns a text of a row, to which the end-of-sequence token is appended if it is missing. */
export function withEos(value: Value | undefined, eos: string | undefined) {
  const text = textIn(value);
  if (text === undefined) throw new RefusedRow('KeyError: this row has no text');
  const traced = value as Parameters<typeof plain>[0];
  return eos === undefined || text.endsWith(eos) ? traced : joinTexts([traced, eos]);
}

/** TRL's warning if the tokens of the prompt alone differ from the first tokens of the prompt with the completion. */
export const mismatch =
  'Mismatch between tokenized prompt and the start of tokenized prompt+completion. This may be due to unexpected tokenizer behavior, whitespace issues, or special token handling.';

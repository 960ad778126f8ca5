/**
 * LLaMA-Factory: its treatment of rows, and the lengths of rows in tokens. It writes prompts with its own templates, message by message, so
 * its masks are not supported.
 */
import { factoryShareGpt, shareGptNames } from '../../grammar/api/trainers.ts';
import { llamaFactoryFindings } from '../../rules/json/readers/index.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isText, joinTexts } from '../../templates/jinja/runtime/text.ts';
import type { Dict, Value } from '../../templates/jinja/runtime/values.ts';
import { numberOption } from '../options.ts';
import { dictIn, listIn, textIn } from '../row.ts';
import { RefusedRow, UncertainMask } from '../sequence.ts';
import { answersOf } from './flags.ts';
import type { RowFinding, Trainer } from './trainer.ts';

export const llamaFactory: Trainer = {
  name: 'llama-factory',
  about: 'LLaMA-Factory, only its treatment of rows and their lengths',
  unmade:
    'LLaMA-Factory writes prompts with its own templates; lengths are computed with the given template, and may differ by a few tokens',
  lengthOption: 'cutoff_len',
  options: { cutoff_len: { usual: 2048, kinds: ['number'], about: 'the maximum number of tokens per row' } },
  rowFindings: (line) =>
    llamaFactoryFindings(line).map(({ span, says, words, drops, loses }): RowFinding => {
      const at = [span.start, span.end] as const;
      const reason = words ?? says;
      if (drops !== true) return { code: 'mask-refused', message: says, at, refused: reason };
      if (loses === 'row') return { code: 'mask-dropped', message: says, at, dropped: reason };
      return { code: loses === 'flag' ? 'mask-flag' : 'mask-absent', message: says, at };
    }),
  begin(setting) {
    return (row) => {
      const messages = messagesOf(row.value);
      if (messages === undefined) throw new UncertainMask('this row has neither messages nor an instruction');
      try {
        return [answersOf(setting, row, messages, isAnswer)];
      } catch (error) {
        // LLaMA-Factory would use its own template, which may accept the row.
        if (!(error instanceof RefusedRow)) throw error;
        throw new UncertainMask(`the given template rejects this row, so its length is unknown: ${error.message}`);
      }
    };
  },
  length: (values) => ({ limit: numberOption(values, 'cutoff_len'), over: 'llama-factory' }),
  trainedRoles: () => new Set(['assistant']),
};

const isAnswer = (message: Value): boolean => textIn(dictIn(message)?.get('role')) === 'assistant';

const message = (role: string, content: Value): Dict =>
  new Map<string, Value>([
    ['role', role],
    ['content', content],
  ]);

/** Returns the messages of a row as input for a template: unchanged, or converted from ShareGPT or from the fields of Alpaca. */
function messagesOf(row: Dict): Value[] | undefined {
  const list = listIn(row.get('messages')) ?? listIn(row.get('conversations'));
  const first = dictIn(list?.[0]);
  if (list !== undefined && first?.has(factoryShareGpt.role)) {
    const system = textIn(row.get('system')) ? [message('system', row.get('system') as Value)] : [];
    return [...system, ...list.map(fromShareGpt)];
  }
  return list ?? fromAlpaca(row);
}

function fromShareGpt(value: Value): Value {
  const dict = dictIn(value);
  const role = textIn(dict?.get('from')) ?? '';
  return message(getOwn(shareGptNames, role) ?? role, dict?.get('value') ?? '');
}

function fromAlpaca(row: Dict): Value[] | undefined {
  const [instruction, input, output] = ['instruction', 'input', 'output'].map((key) => row.get(key));
  if (instruction === undefined || !isText(instruction) || output === undefined || !isText(output)) return undefined;
  const hasInput = input !== undefined && isText(input) && textIn(input) !== '';
  const userText = hasInput ? joinTexts([instruction, '\n', input]) : instruction;
  const earlier = (listIn(row.get('history')) ?? []).flatMap((pair) => {
    const [question, answer] = listIn(pair) ?? [];
    return question === undefined || answer === undefined
      ? []
      : [message('user', question), message('assistant', answer)];
  });
  const system = textIn(row.get('system')) ? [message('system', row.get('system') as Value)] : [];
  return [...system, ...earlier, message('user', userText), message('assistant', output)];
}

/** Checks rows on pages of rules about masks, with the template and the command that the page shows. */
import { maskerOf } from '../../../server/src/mask/mask.ts';
import { type OptionValue, optionValues } from '../../../server/src/mask/options.ts';
import { withRemedy } from '../../../server/src/mask/remedies.ts';
import { trainers } from '../../../server/src/mask/trainers/index.ts';
import { maskLevel } from '../../../server/src/rules/mask.ts';
import { jinjaTemplate } from '../../../server/src/templates/jinja-template.ts';
import { readTokenizer } from '../../../server/src/tokens/tokenizer-file.ts';
import type { Found, PageDocument } from '../rule-pages.ts';
import { tokenizer } from '../tokenizer.ts';

const read = readTokenizer(JSON.stringify(tokenizer));

/** Returns the problems that `ocml mask` would report for a row. `section` is the text with the command. */
export function problemsUnderMask(row: PageDocument, template: PageDocument | undefined, section: string): Found[] {
  const [command = ''] = /^ocml mask .*$/m.exec(section) ?? [];
  const [, name = 'trl'] = /--trainer ([\w-]+)/.exec(command) ?? [];
  const [, limit] = /--max-length (\d+)/.exec(command) ?? [];
  const options = [...command.matchAll(/--option ('[^']*'|\S+)/g)].map(([, one = '']): [string, OptionValue] => {
    const text = one.replace(/^'|'$/g, '');
    const at = text.indexOf('=');
    return [text.slice(0, at), valueOf(text.slice(at + 1))];
  });
  const trainer = trainers.get(name);
  if (trainer === undefined) throw new Error(`there is no trainer ${name}`);
  const profile = {
    ...{ trainer, values: optionValues(name, trainer.options, new Map(options)) },
    given: new Set(options.map(([key]) => key)),
    setting: {
      template: jinjaTemplate('chat.jinja', template?.text ?? ''),
      tokenizer: read,
      variables: new Map([['eos_token', '<|im_end|>']]),
    },
    ...(limit !== undefined && { limit: Number(limit) }),
  };
  return maskerOf(profile, row.text)
    .row(row.text)
    .findings.map((finding) => ({
      ...{
        code: finding.code,
        message: withRemedy(finding, name),
        severity: maskLevel(finding.code, {}, finding.severity) as Found['severity'],
      },
    }));
}

function valueOf(text: string): OptionValue {
  try {
    return JSON.parse(text) as OptionValue;
  } catch {
    return text;
  }
}

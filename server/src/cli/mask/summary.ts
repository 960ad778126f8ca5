/** The summary of `ocml mask`, for people and as data. */
import type { MaskProfile } from '../../mask/mask.ts';
import type { MaskSpec } from './profile.ts';
import { quantilesOf, type Totals } from './totals.ts';

type Sources = MaskSpec['sources'];

/** The name of the command line as a source of settings. */
export const commandLine = 'the command line';

const number = (many: number): string => many.toLocaleString('en-US');
const counted = (many: number, name: string): string => `${number(many)} ${many === 1 ? name : `${name}s`}`;

const kindNames: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ['answer', ['in answers', 'in answers']],
  ['reasoning', ['in reasoning', 'in reasoning']],
  ['call', ['in calls', 'in calls']],
  ['stop', ['stop token', 'stop tokens']],
  ['frame', ['from the template', 'from the template']],
  ['reply', ['in replies', 'in replies']],
  ['user', ['in user messages', 'in user messages']],
  ['system', ['in system messages', 'in system messages']],
  ['text', ['in plain text', 'in plain text']],
  ['unknown', ['in uncertain positions', 'in uncertain positions']],
]);

const shareNames: ReadonlyMap<number, string> = new Map([
  [50, 'median'],
  [100, 'maximum'],
]);

/** Returns lines about the trainer and its options, the kept, cut and dropped rows, and the trained tokens. */
export function summaryLines(profile: MaskProfile, totals: Totals, sources: Sources): string[] {
  const { rows, kept, cut, uncertain, tokens, trained, answers, stops } = totals;
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0);
  const [dropped, refused] = [sum(totals.dropped), sum(totals.refused)];
  const quantiles = quantilesOf(totals);
  const parts = [...kindNames].flatMap(([kind, [one, many]]) => {
    const count = totals.kinds.get(kind) ?? 0;
    return count === 0 ? [] : `${number(count)} ${count === 1 ? one : many}`;
  });
  return [
    ...optionLines(profile),
    ...sourceLines(sources),
    `${counted(rows, 'row')}: ${number(kept)} kept, ${number(dropped)} dropped, ${number(refused)} refused${uncertain > 0 ? `, ${number(uncertain)} uncertain` : ''}; ${number(cut)} of them cut`,
    ...[...totals.dropped].map(([reason, many]) => `  dropped ${number(many)}: ${reason}`),
    ...[...totals.refused].map(([reason, many]) => `  refused ${number(many)}: ${reason}`),
    ...(profile.trainer.unmade === undefined
      ? [
          `${counted(tokens, 'token')}, of which ${number(trained)} ${trained === 1 ? 'is' : 'are'} trained (${percent(trained, tokens)})${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`,
        ]
      : [`${counted(tokens, 'token')}; masks are not supported: ${profile.trainer.unmade}`]),
    ...(answers > 0 ? [`the stop token is trained in ${number(stops)} of ${counted(answers, 'answer')}`] : []),
    ...(quantiles.size > 0
      ? [
          `tokens per row before cutting: ${[...quantiles].map(([share, length]) => `${shareNames.get(share) ?? `${share}th percentile`} ${number(length)}`).join(', ')}`,
        ]
      : []),
  ];
}

const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10} %`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function optionLines({ trainer, values, given, limit, over, setting }: MaskProfile): string[] {
  const pairs = Object.entries(values).map(([name, value]): [string, string] => [name, `${name}=${textOf(value)}`]);
  const chosen = pairs.flatMap(([name, text]) => (given.has(name) ? text : []));
  const usual = pairs.flatMap(([name, text]) => (given.has(name) ? [] : text));
  const eos = setting.variables.get('eos_token');
  const more = [
    ...(limit === undefined ? [] : [`--max-length ${limit}`]),
    ...(over === undefined ? [] : [`--over ${over}`]),
    ...(typeof eos === 'string' ? [`eos_token ${eos}`] : []),
  ];
  return [
    `${trainer.name}: ${trainer.about}${chosen.length > 0 ? `, with ${chosen.join(' ')}` : ''}${more.length > 0 ? `; ${more.join(', ')}` : ''}`,
    ...(usual.length > 0 ? [`defaults: ${usual.join(' ')}`] : []),
  ];
}

/** Returns lines about the sources of settings, unless the command line is the only source. */
function sourceLines(sources: Sources): string[] {
  const settingsByOrigin = new Map<string, string[]>();
  for (const [setting, origin] of sources) {
    const settings = settingsByOrigin.get(origin);
    if (settings) settings.push(setting);
    else settingsByOrigin.set(origin, [setting]);
  }
  if ([...settingsByOrigin.keys()].every((origin) => origin === commandLine)) return [];
  return [...settingsByOrigin].map(([origin, settings]) => `from ${origin}: ${settings.join(', ')}`);
}

/** Returns the summary as data. */
export function summaryData({ trainer, values, given }: MaskProfile, totals: Totals, sources: Sources) {
  const { lengths: _, emptyCut: _cut, dropped, refused, kinds, rows, kept, cut, uncertain, tokens, ...masks } = totals;
  return {
    trainer: trainer.name,
    ...(trainer.unmade !== undefined && { unmade: trainer.unmade }),
    options: values,
    given: [...given],
    sources: Object.fromEntries(sources),
    rows,
    kept,
    cut,
    uncertain,
    tokens,
    ...(trainer.unmade === undefined && { ...masks, kinds: Object.fromEntries(kinds) }),
    dropped: Object.fromEntries(dropped),
    refused: Object.fromEntries(refused),
    quantiles: Object.fromEntries(quantilesOf(totals)),
  };
}

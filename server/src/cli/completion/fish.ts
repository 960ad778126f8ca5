import type { Offer, OfferedCommand, OfferedOption } from './offers.ts';

export const fish = (commands: readonly OfferedCommand[]): string =>
  `${[
    '# fish completion for ocml: ocml completion fish > ~/.config/fish/completions/ocml.fish',
    'complete -c ocml -f',
    ...commands.map(({ name, about }) => `complete -c ocml -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`),
    `complete -c ocml -n '__fish_seen_subcommand_from help' -a ${quoted(commands.map(({ name }) => name).join(' '))}`,
    "complete -c ocml -n __fish_use_subcommand -l version -d 'the version'",
    "complete -c ocml -n __fish_use_subcommand -s h -l help -d 'the commands'",
    ...commands.flatMap(ofCommand),
  ].join('\n')}\n`;

const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

function ofCommand({ name, options, operand }: OfferedCommand): string[] {
  const line = `complete -c ocml -n '__fish_seen_subcommand_from ${name}'`;
  return [
    ...(operand.files || operand.words.length > 0 ? [`${line}${argumentsOf(operand)}`] : []),
    ...options.map((option) => `${line}${ofOption(option)}`),
  ];
}

const ofOption = ({ name, short, about, value, ...offer }: OfferedOption) =>
  `${short ? ` -s ${short}` : ''} -l ${name}${value === undefined ? '' : `${offer.files === 'files' ? ' -r' : ' -x'}${argumentsOf(offer)}`} -d ${quoted(about)}`;

const folders = '(__fish_complete_directories)';

/** Returns the arguments of `complete` for the possible values of an option or operand. */
function argumentsOf({ words, files, asks }: Offer): string {
  const more = asks === undefined ? [] : [`(ocml ${asks} 2>/dev/null)`];
  const all = [...words, ...more, ...(files === 'folders' ? [folders] : [])];
  return `${files === 'files' ? ' -F' : ''}${all.length > 0 ? ` -a ${quoted(all.join(' '))}` : ''}`;
}

import type { Offer, OfferedCommand, OfferedOption } from './offers.ts';

export const zsh = (commands: readonly OfferedCommand[]): string => `#compdef ocml
# Completion of ocml for zsh: source <(ocml completion zsh), after compinit, or as a file _ocml in a folder of fpath.
_ocml() {
  local -a commands=(
${commands.map(({ name, about }) => `    ${quoted(`${name}:${about}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(ofCommand).join('\n')}
  esac
}
if [[ $funcstack[1] == _ocml ]]; then _ocml "$@"; else compdef _ocml ocml; fi
`;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function ofCommand({ name, options, operand }: OfferedCommand): string {
  const specs = [...options.flatMap(ofOption), `*:operand:${action(operand)}`];
  return `    ${name})\n      _arguments -S ${specs.map((spec) => `\\\n        ${quoted(spec)}`).join(' ')}\n      ;;`;
}

function ofOption({ name, short, about, value, many, not, ...offer }: OfferedOption): string[] {
  const long = `--${name}`;
  const excluded = [...not.map((other) => `--${other}`), ...(short ? [`-${short}`] : []), long];
  const before = many ? '*' : `(${excluded.join(' ')})`;
  const what = `[${about.replace(/[[\]\\]/g, '\\$&')}]`;
  const after = value === undefined ? '' : `:${value.replaceAll(':', '\\:')}:${action(offer)}`;
  const equals = value === undefined ? '' : '=';
  return [`${before}${long}${equals}${what}${after}`, ...(short ? [`${before}-${short}${what}${after}`] : [])];
}

/** Returns the zsh action that completes a value. If both words and files are possible, zsh offers both. */
function action({ words, files, asks }: Offer): string {
  const path = files === 'folders' ? '_files -/' : '_files';
  if (words.length === 0) return files === undefined ? ' ' : path;
  // No space is added after a word that ends with `=`, since a value follows.
  const suffix = words.some((word) => word.endsWith('=')) ? "-S '' " : '';
  const more = asks === undefined ? '' : ` ${'$'}{(f)"$(ocml ${asks} 2>/dev/null)"}`;
  return `{compadd ${suffix}-- ${words.join(' ')}${more}${files === undefined ? '' : `; ${path}`}}`;
}

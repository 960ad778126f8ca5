import type { OfferedCommand, OfferedOption } from './offers.ts';

/**
 * The completion script for bash. It supports the old version in macOS, which has no `compopt`. If no word matches, the script offers
 * files.
 */
export const bash = (
  commands: readonly OfferedCommand[],
): string => `# Completion of ocml for bash: source <(ocml completion bash)
_ocml() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words= files= asks= word
  # bash takes \`--format=json\` for three words.
  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if ((COMP_CWORD == 1)); then
    words='${commands.map(({ name }) => name).join(' ')} help --help --version'
  else
    case "\${COMP_WORDS[1]} $previous" in
      'help help') words='${commands.map(({ name }) => name).join(' ')}' ;;
${commands.flatMap(valuesOf).join('\n')}
      *)
        case "\${COMP_WORDS[1]} $current" in
${commands.flatMap(namesOf).join('\n')}
        esac
        ;;
    esac
  fi
  [[ $words ]] || return
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # What a folder names is a stranger's: compgen would run it.
  [[ $asks ]] && while IFS= read -r word; do
    [[ $word == "$current"* && " $words " != *" $word "* ]] && COMPREPLY+=("$(printf %q "$word")")
  done < <(ocml $asks 2>/dev/null)
  [[ $files ]] || { type compopt &>/dev/null && compopt +o default 2>/dev/null; }
  if [[ \${COMPREPLY[0]} == *= ]]; then type compopt &>/dev/null && compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _ocml ocml
`;

const flags = ({ name, short }: OfferedOption) => [`--${name}`, ...(short ? [`-${short}`] : [])];

/** Returns the `case` branches of the script that complete the values of options. */
const valuesOf = ({ name, options }: OfferedCommand): string[] =>
  options
    .filter(({ value }) => value !== undefined)
    .map((option) => {
      const does = option.words.length > 0 ? wordsOf(option) : ':';
      return `      ${flags(option)
        .map((flag) => `'${name} ${flag}'`)
        .join('|')}) ${does} ;;`;
    });

/**
 * Returns the assignments for the words that an option accepts. If the option also accepts a file, the script offers files when no word
 * matches.
 */
const wordsOf = ({ words, files, asks }: OfferedOption) => {
  return `words='${words.join(' ')}'${files ? ' files=1' : ''}${asks === undefined ? '' : ` asks='${asks}'`}`;
};

/** Returns the `case` branches of the script that complete option names and the operands of the command. */
function namesOf({ name, options, operand }: OfferedCommand): string[] {
  const words = operand.files === undefined ? operand.words.join(' ') : '';
  return [
    `          '${name} -'*) words='${options.map((option) => `--${option.name}`).join(' ')}' ;;`,
    ...(words === '' ? [] : [`          '${name} '*) words='${words}' ;;`]),
  ];
}

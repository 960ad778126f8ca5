/** A subcommand of `ocml`. */
export interface Command {
  /** What `--help` prints of it, without a line break at its end. */
  readonly usage: string;
  /** Takes the arguments after its name, and gives the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Words in the column of what options mean. */
export function wrapped(words: readonly string[]): string {
  const lines = [''];
  for (const [i, word] of words.entries()) {
    const written = word + (i === words.length - 1 ? '' : i === words.length - 2 ? ' or' : ',');
    const last = lines.length - 1;
    if (`${lines[last]} ${written}`.length > 62) lines.push(written);
    else lines[last] = `${lines[last]} ${written}`.trimStart();
  }
  return lines.join(`\n${' '.repeat(25)}`);
}

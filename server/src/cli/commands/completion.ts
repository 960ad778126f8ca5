/** `ocml completion`: prints scripts with which a shell completes commands and options. */
import { bash } from '../completion/bash.ts';
import { fish } from '../completion/fish.ts';
import { offersOf } from '../completion/offers.ts';
import { powershell } from '../completion/powershell.ts';
import { zsh } from '../completion/zsh.ts';
import { writeDocument } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

const scripts = { bash, zsh, fish, powershell };

export const completion = command(table.completion, async (_, [shell]) => {
  const write = Object.entries(scripts).find(([name]) => name === shell)?.[1];
  if (write) await writeDocument(write(await offersOf(table)));
  return 0;
});

/** `ocml render`: prints a transcript for people, or the exact prompt that a chat template renders from a conversation. */
import { escaped } from '../../features/export/markdown.ts';
import { dialects } from '../dialects.ts';
import { type Destination, type OpenOutput, toFile, toFolder, toStandardOutput } from '../files/destination.ts';
import { mustDiffer } from '../files/distinct.ts';
import { beginFile } from '../files/new.ts';
import { outputFolder } from '../files/output-folder.ts';
import { forEachInput, headings, inputsOf, nameOf } from '../files/several.ts';
import type { Source } from '../files/source.ts';
import { harmless, printAside } from '../output.ts';
import { table } from '../table/index.ts';
import { assignments, clockIn, customPatterns, variablesIn } from '../templates/template-options.ts';
import { command } from './command.ts';

/** The extensions of output files in a folder. They are appended to the names of the inputs. */
const endings = { text: '.txt', markdown: '.md', html: '.html', prompt: '.txt' } as const;

type Open = () => Promise<OpenOutput>;

/** Returns the Markdown heading with a file name. */
const markdownHeading = (name: string) => [`# ${escaped(harmless(name))}`, ''];

const complain = (message: string) => void printAside([`ocml render: ${message}`]);

export const render = command(table.render, async (values, operands) => {
  const { as, channel, dialect, template: name, sanitize, debug, spans, force, output } = values;
  const inputs = inputsOf(operands, { command: 'render', stdinFilename: values['stdin-filename'], dialect });
  const { several } = inputs;
  if (several && spans !== undefined)
    throw new Error('--spans FILE needs a single input, because FILE contains the positions in one prompt');
  const renderOne = await renderer();
  if (renderOne === undefined) return 1;
  const { folder, sources } = await outputFolder(inputs, {
    command: 'render',
    output,
    force,
    keepsEndings: true,
  });
  if (several && as === 'html' && output === undefined)
    throw new Error('with --as html, each file becomes a separate page: add -o FOLDER');
  for (const { path } of sources) mustDiffer({ FILE: path, '-o': folder ? undefined : output, '--spans': spans });
  if (folder) for (const source of sources) folder.take(source, endings[as ?? 'prompt']);
  const fresh = output === undefined || folder ? undefined : beginFile(output, force);
  let isRendered = false;
  const destination: Destination<keyof typeof endings> = folder
    ? toFolder(folder, (form) => endings[form])
    : fresh
      ? toFile(fresh, false, () => {
          isRendered = true;
        })
      : toStandardOutput(headings(inputs, as === 'markdown' ? markdownHeading : undefined));
  try {
    const code = await forEachInput('render', inputs, sources, (source) =>
      renderOne(
        source,
        () => destination.open(source, as ?? 'prompt'),
        (note) => complain(several ? `${nameOf(source.file)}: ${note}` : note),
      ),
    );
    if (isRendered) await fresh?.finish();
    return code;
  } finally {
    await fresh?.close();
  }

  /** Returns the function that renders an input. If the requested part is hidden from users, reports this and returns undefined. */
  async function renderer() {
    if (as !== undefined) {
      const { renderView, whyNotShown } = await import('../render/view.ts');
      const options = { as, channel, debug };
      const refused = whyNotShown(options);
      if (refused !== undefined) return complain(`error E-PERM-VISIBILITY: ${refused}`);
      const dialectFor = dialects(dialect, complain);
      return (source: Source, open: Open) => renderView(source, dialectFor, options, open);
    }
    if (name === undefined)
      throw new Error(
        "use --as FORMAT to print a readable transcript, or --template NAME|FILE to print a model's prompt",
      );
    const { renderPrompt, templateLoader } = await import('../render/prompt.ts');
    const options = {
      sanitize,
      debug,
      spans,
      force,
      generationPrompt: !values['no-generation-prompt'],
      set: variablesIn(values.set),
      vars: assignments('--vars', values.vars),
      clock: clockIn(values.clock),
    };
    const templateFor = templateLoader(name);
    return async (source: Source, open: Open, complainOf: (note: string) => void) =>
      renderPrompt(source, await templateFor(customPatterns(source.file, complain)), options, {
        open,
        complain: complainOf,
      });
  }
});

/** `ocml convert`: converts transcripts, requests or data sets to another format, and reports all losses. */
import { targets } from '../../convert/targets/index.ts';
import { isJsonLinesFile, type LearnedDialectId } from '../../grammar/index.ts';
import { modelFormNamed } from '../../grammar/model-forms.ts';
import { unpackedName } from '../../packed/names.ts';
import { isLearned } from '../../syntax/families/index.ts';
import { modelTemplate } from '../../templates/models/index.ts';
import type { Template } from '../../templates/template.ts';
import { type CommonOptions, readOptions } from '../convert/convert-options.ts';
import { convertInput, notWritten } from '../convert/document.ts';
import { endingOf, likelyForm, type OutputForm } from '../convert/endings.ts';
import type { ReportFile } from '../convert/report.ts';
import { type Templating, throughTemplate } from '../convert/templated.ts';
import { dialects, namesOfRows } from '../dialects.ts';
import { type Destination, toFile, toFolder, toStandardOutput } from '../files/destination.ts';
import { mustDiffer } from '../files/distinct.ts';
import { beginFile, type NewFile } from '../files/new.ts';
import { type OutputFolder, outputFolder } from '../files/output-folder.ts';
import { forEachInput, headings, type Inputs, inputsOf, type ListedSource } from '../files/several.ts';
import { printAside } from '../output.ts';
import { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import { readably } from '../templates/template-message.ts';
import { clockIn, customPatterns, variablesIn } from '../templates/template-options.ts';
import { command } from './command.ts';

export const convert = command(table.convert, async (values, operands) => {
  const options = readOptions(values);
  const templating = await templatingOf(values);
  const { output, report, force } = options;
  const inputs = inputsOf(operands, { command: 'convert', stdinFilename: values['stdin-filename'] });
  const { several } = inputs;
  const { folder, sources } = await outputFolder(inputs, {
    command: 'convert',
    output,
    force,
    shared: { isNamed: isJsonLinesFile, about: 'a .jsonl file for the rows of all inputs' },
  });
  for (const { path } of sources) mustDiffer({ FILE: path, '-o': folder ? undefined : output, '--report': report });
  const names = namesOfRows((note) => void printAside([`ocml convert: ${note}`]));
  const settled = dialects(
    values.dialect === 'auto' ? 'auto' : undefined,
    (note) => void printAside([`ocml convert: ${note}`]),
  );
  /** Returns the dialect learned from the template that the file's project names, or from a template next to the file. */
  const learned = (file: string): LearnedDialectId | undefined => {
    const dialect = settled(file);
    return isLearned(dialect) ? dialect : undefined;
  };
  const begun: NewFile[] = [];
  const begin = (path: string) => {
    const fresh = beginFile(path, force);
    begun.push(fresh);
    return fresh;
  };
  try {
    let converted = 0;
    const fresh = output === undefined || folder ? undefined : begin(output);
    const reportFile: ReportFile | undefined =
      report === undefined ? undefined : { fresh: begin(report), byLine: several };
    const plainly =
      fresh === undefined
        ? folder
          ? inFolder(folder, sources, options, templating && textEndings)
          : onStandardOutput(inputs, options, templating !== undefined)
        : toFile(fresh, isOfRows(output ?? '', several, options), () => converted++);
    const destination = templating ? throughTemplate(plainly, templating) : plainly;
    const code = await forEachInput('convert', inputs, sources, async (source) => {
      const from = options.from ?? learned(source.file);
      const refused = await convertInput(
        { ...options, ...source, from, names: names(source.file) },
        destination,
        reportFile,
      );
      if (refused.lines === 0) return 0;
      const name = several ? `${source.file}: ` : '';
      await printAside([`ocml convert: ${name}${notWritten(refused)}`]);
      return 1;
    });
    if (converted > 0) await fresh?.finish();
    await reportFile?.fresh.finish();
    return code;
  } finally {
    for (const one of begun) await one.close();
  }
});

/** Whether an output file has one row per line. If a single session is converted to a session format, each line is a record instead. */
const isOfRows = (output: string, several: boolean, { to }: CommonOptions): boolean =>
  isJsonLinesFile(output) && (several || targets[to].records === undefined);

/** The extensions of output files with the text of a model. No extension is specific to such text. */
const textEndings: Readonly<Record<OutputForm, string>> = { text: '.txt', value: '.txt', rows: '.jsonl' };

/** Returns the settings for writing with a template; undefined if no template was requested. */
async function templatingOf(values: Values<typeof table.convert.options>): Promise<Templating | undefined> {
  const { 'to-template': argument, to = '' } = values;
  const complain = (note: string) => void printAside([`ocml convert: ${note}`]);
  const builtInTemplate = argument === undefined ? modelTemplate(to) : undefined;
  if (argument === undefined && builtInTemplate === undefined) return undefined;
  const template = builtInTemplate ?? (await templateNamed(argument as string, complain));
  const setting = { variables: variablesIn(values.set), clock: clockIn(values.clock) };
  return { template, setting, generation: values['for-sampling'] !== undefined, complain, form: formOf(template) };
}

/** Returns the model format that a template writes, if the template is one of this project's own. */
const formOf = (template: Template) =>
  modelTemplate(template.name) === template ? modelFormNamed(template.name) : undefined;

async function templateNamed(argument: string, complain: (note: string) => void): Promise<Template> {
  const custom = customPatterns('-', complain);
  const { loadTemplate } = await import('../templates/load.ts');
  return loadTemplate(argument, custom).catch(readably(argument));
}

/**
 * Returns a destination that writes to standard output. If there are several inputs, each text has a heading with its file name, and each
 * JSON value is on one line.
 */
function onStandardOutput(
  inputs: Inputs,
  { to, tokens, training, pretty }: CommonOptions,
  isText: boolean,
): Destination<OutputForm> {
  const isJson = !isText && (targets[to].form === 'json' || tokens === true || training === 'each');
  if (inputs.several && isJson && pretty)
    throw new Error(
      '--pretty cannot be used with several files, since each becomes one line of JSON on standard output. Use -o FOLDER to write a file for each',
    );
  return toStandardOutput(headings(inputs), inputs.several && isJson);
}

/**
 * Returns the destination for an output folder. Before anything is written, throws an error with a message for the user if two inputs have
 * the same output.
 */
function inFolder(
  folder: OutputFolder,
  sources: readonly ListedSource[],
  options: CommonOptions,
  endings: Readonly<Record<OutputForm, string>> | undefined,
): Destination<OutputForm> {
  const { to, tokens = false, training } = options;
  for (const source of sources) {
    const form = likelyForm(isJsonLinesFile(unpackedName(source.file)), to, tokens, training);
    folder.take(source, endings?.[form] ?? endingOf(to, tokens, form));
  }
  return toFolder(folder, (form) => endings?.[form] ?? endingOf(to, tokens, form));
}

/** Determines how a data set is read and checked: from the settings for its file, and from its first rows. */

import type { DataSetReading } from '../../data-set/data-set.ts';
import type { VocabularySpec } from '../../data-set/vocabulary.ts';
import { chosenDialect, isJsonDialect, sniffRows } from '../../documents/sniff.ts';
import { templateFiles } from '../../files/local-templates.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import type { Settings } from '../settings.ts';

/** `name`: the name of the file, or its name after unpacking. `head`: the first rows, one per line. */
export function readingOf(path: string, name: string, head: string, settings: Settings): DataSetReading {
  const { strict, sequencePair, levels, extraTokens, profile, training, customTemplates, rowNames: names } = settings;
  const settled = chosenDialect(name, settings.dialect);
  const sniffedJson = sniffRows(head, names);
  const template = templateOf(settings);
  const { template: projectTemplate, projectTokenizer, trainer } = settings;
  const custom = customTemplates && { customTemplates };
  const checks = { strict, sequencePair, levels, extraTokens, profile, training, ...custom };
  return {
    language: { dialect: isJsonDialect(settled) ? settled : 'json', ...(names && { names }) },
    shape: sniffedJson?.shape ?? 'unknown',
    settings: checks,
    task: {
      ...checks,
      isInBackground: true,
      file: path,
      path,
      details: false,
      keyed: false,
      forced: {},
      ...(settled !== undefined && { dialect: settled }),
      ...(names && { rowNames: names }),
      ...(template !== undefined && { template: { argument: template, custom: customTemplates ?? {} } }),
      ...(projectTemplate &&
        projectTokenizer &&
        trainer && {
          project: {
            template: projectTemplate,
            projectTokenizer,
            trainer,
            ...custom,
            ...(names && { rowNames: names }),
          },
        }),
    },
    ...(settings.encoding && settings.tokenizer === undefined && { vocabulary: { encoding: settings.encoding } }),
  };
}

/** Returns the template that the project has chosen. An unusable template is not reported here, but when documents are checked. */
function templateOf(settings: Settings): string | undefined {
  try {
    return chosenTemplate(settings, templateFiles.real);
  } catch {
    return undefined;
  }
}

/** Returns the vocabulary for counting tokens on demand. `fileOf`: resolves a path from the settings. */
export async function vocabularyFor(
  { encoding, tokenizer }: Settings,
  fileOf: (path: string) => Promise<string>,
): Promise<VocabularySpec> {
  return tokenizer === undefined ? { encoding: encoding ?? 'o200k_base' } : { file: await fileOf(tokenizer) };
}

/** Finds the problems in files that are chat templates or contain them, at UTF-16 offsets in the file. */
import { holdsTemplates, isTemplateAlone } from '../../grammar/index.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { readJson } from '../../syntax/json/read.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import type { Evidence } from '../findings/finding.ts';
import { normalized } from '../jinja/lexer.ts';
import { noTokenizer, readTokenizerConfig, type Tokenizer } from '../sources/tokenizer-config.ts';
import { isChatTemplate } from './chat-template-signs.ts';
import { problemsOfTemplate, spanIn } from './problems.ts';

export interface FileProblem {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly milder?: Severity | undefined;
  readonly evidence?: Evidence | undefined;
}

interface TemplateInFile {
  /** The name of the template, if the file has several. */
  readonly name: string | undefined;
  readonly source: string;
  readonly tokenizer: Tokenizer;
  /** Maps a span of the template to a span of the file. */
  place(start: number, end: number): { readonly start: number; readonly end: number };
}

export interface Looking {
  /** Whether the user or the project declares that the file contains templates. */
  readonly asked?: boolean;
  /** Returns the tokenizer in the folder of a template file. */
  beside?(): Tokenizer;
  unwanted?(): boolean;
}

/** Returns the problems of the templates in a file; undefined if it has no templates. */
export function problemsOfFile(
  path: string,
  text: string,
  { asked: isDeclared = false, beside, unwanted }: Looking = {},
): FileProblem[] | undefined {
  const all = templatesIn(path, text, isDeclared, beside);
  if (all.length === 0) return undefined;
  return all.flatMap(({ name, source, tokenizer, place }) =>
    problemsOfTemplate(source, tokenizer, unwanted).map((problem) => ({
      ...place(...spanIn(source, problem)),
      code: problem.code,
      message: name === undefined ? problem.message : `Template ${name}: ${problem.message}`,
      milder: problem.milder,
      evidence: problem.evidence,
    })),
  );
}

/** Maps an offset in a template's normalized text to an offset in the file that contains it. */
export function offsetInFile(path: string, text: string, template: string, at: number): number | undefined {
  const templateInFile = templatesIn(path, text, true).find(({ source }) => normalized(source) === template);
  return templateInFile?.place(...spanIn(templateInFile.source, { code: '', message: '', at, length: 0 })).start;
}

function templatesIn(path: string, text: string, isDeclared: boolean, beside = () => noTokenizer): TemplateInFile[] {
  if (holdsTemplates(path) || (isDeclared && /\.json$/i.test(path))) return inConfig(text);
  if (!isDeclared && !(isTemplateAlone(path) && isChatTemplate(path, text))) return [];
  const skipped = text.startsWith('\uFEFF') ? 1 : 0;
  const place = (start: number, end: number) => ({ start: start + skipped, end: end + skipped });
  return [{ name: undefined, source: text.slice(skipped), tokenizer: beside(), place }];
}

function inConfig(text: string): TemplateInFile[] {
  const { root } = readJson(text);
  const { templates, ...tokenizer } = readTokenizerConfig(root);
  return templates.flatMap(({ name, source, node }) => {
    if (node === undefined) return [];
    const place = (start: number, end: number) => ({
      start: sourceOffset(text, node, start),
      end: sourceOffset(text, node, end),
    });
    return [{ name: templates.length > 1 ? name : undefined, source, tokenizer, place }];
  });
}

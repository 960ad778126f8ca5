/** `ocml templates --check`: tests templates on a standard set of conversations, and reports findings with evidence. */
import { existsSync } from 'node:fs';
import { templateFiles } from '../../files/local-templates.ts';
import { isTemplateAlone } from '../../grammar/index.ts';
import type { Levels } from '../../rules/support/levels.ts';
import { templateLevel } from '../../rules/template-problems.ts';
import { type FileProblem, problemsOfFile } from '../../templates/document/file.ts';
import { type Evidence, findingsOf } from '../../templates/findings/index.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { placeIn } from '../../templates/jinja/place.ts';
import { chatTemplates } from '../../templates/registry/index.ts';
import { MAX_TEMPLATE_SIZE, noTemplate, tokenizerBeside } from '../../templates/sources/load.ts';
import { standInNote } from '../../templates/stand-ins.ts';
import type { FileDiagnostic, Formatter } from '../check/formats/format.ts';
import { print, printAside } from '../output.ts';
import { loadTemplates, located } from './load.ts';
import { chosenFor, customPatterns } from './template-options.ts';

type Severity = FileDiagnostic['severity'];
type Fail = (message: string) => void;

/** Prints the findings. Returns the exit code: 0 without warnings or errors, 1 with some, 2 if a file cannot be read. */
export async function checkTemplates(
  files: readonly string[],
  formatter: Formatter,
  evidence: boolean,
  fail: Fail,
): Promise<number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  let checked = 0;
  let failed = false;
  await print(formatter.begin);
  for (const argument of files) {
    if (isPattern(argument)) {
      failed = true;
      fail(
        `\`${argument}\` is a pattern, not a Jinja template, so --check does not apply. To see which parts of a conversation it drops, use \`ocml check --template ${argument} FILE\``,
      );
      continue;
    }
    const file = located(argument);
    const templateFindings = await foundIn(file, (message) => {
      failed = true;
      fail(message);
    });
    if (templateFindings === undefined) continue;
    checked++;
    const about = { file, dialect: 'messages', mode: 'native' } as const;
    const diagnostics = templateFindings.map(({ diagnostic }) => diagnostic);
    for (const { severity } of diagnostics) counts[severity]++;
    await print(formatter.open(about), formatter.diagnostics(diagnostics, about, 0), formatter.close());
    if (evidence)
      await print(
        templateFindings.flatMap(({ diagnostic, evidence: shows }) =>
          shows ? evidenceLines(diagnostic.code, shows) : [],
        ),
      );
  }
  await print(formatter.end({ files: checked, counts, failures: [] }));
  if (failed) return 2;
  return counts.error + counts.warning > 0 ? 1 : 0;
}

/** Whether an argument names a built-in template, or one of `templates.custom`, instead of a file. */
const isPattern = (argument: string): boolean =>
  !existsSync(argument) && (chatTemplates.has(argument) || customPatterns(argument, () => undefined).has(argument));

interface TemplateFinding {
  readonly diagnostic: FileDiagnostic;
  readonly evidence: Evidence | undefined;
}

async function foundIn(file: string, fail: Fail): Promise<TemplateFinding[] | undefined> {
  const { levels } = chosenFor(file, fail);
  try {
    const text = /\.gguf$/i.test(file) ? undefined : templateFiles.text(file, MAX_TEMPLATE_SIZE);
    if (text !== undefined && isTemplateAlone(file)) await noteStandIns(file, text);
    const problems =
      text === undefined
        ? undefined
        : problemsOfFile(file, text, { asked: true, beside: () => tokenizerBeside(file, templateFiles) });
    if (text !== undefined && problems === undefined) throw new Error(noTemplate(file));
    return (problems ?? (await inModel(file))).flatMap((problem) => diagnosed(problem, text ?? '', levels));
  } catch (error) {
    fail((error as Error).message);
    return undefined;
  }
}

async function noteStandIns(file: string, text: string): Promise<void> {
  const { tokens: variables } = tokenizerBeside(file, templateFiles);
  const note = standInNote(file, { kind: 'jinja', text, variables });
  if (note !== undefined) await printAside([`ocml templates: ${note}`]);
}

/**
 * Returns the findings for a template in the header of a model file, or of a cached model. They are located at line 1, since such a
 * template has no lines in a file.
 */
async function inModel(file: string): Promise<FileProblem[]> {
  try {
    const templates = await loadTemplates(file);
    return templates.flatMap((template) =>
      findingsOf(template).map(({ code, message, milder, evidence }) => ({
        code,
        milder,
        evidence,
        start: 0,
        end: 0,
        message: templates.length > 1 ? `${template.name}: ${message}` : message,
      })),
    );
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const line = placeIn(error.text ?? '', error.at ?? 0).line + 1;
    const message = `This template cannot be read: ${error.message} (line ${line} of the template)`;
    return [{ code: 'template-syntax', message, start: 0, end: 0 }];
  }
}

function diagnosed(problem: FileProblem, text: string, levels: Levels): TemplateFinding[] {
  const { code, message, start, end, milder, evidence } = problem;
  const severity = templateLevel(code, levels, milder);
  if (severity === 'off') return [];
  const range = { start: placeIn(text, start), end: placeIn(text, end) };
  return [
    {
      evidence,
      diagnostic: { code, severity, message, range, offset: [start, end], ...(evidence && { data: { evidence } }) },
    },
  ];
}

/** Returns the evidence of a finding as lines of text. */
function evidenceLines(code: string, { given, prompts, difference, missing }: Evidence): string[] {
  return [
    `── ${code}`,
    `given: ${JSON.stringify(given)}`,
    ...prompts.flatMap(({ label, text }) => [`${label}:`, ...text.split('\n').map((line) => `    ${line}`)]),
    ...(missing === undefined ? [] : [`missing: ${JSON.stringify(missing)}`]),
    ...(difference === undefined ? [] : [`first difference: character ${difference + 1}`]),
    '',
  ];
}

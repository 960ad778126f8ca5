/** `ocml templates --check`: what templates do to a standard set of conversations, with what shows it. */
import type { Range } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../templates/findings/index.ts';
import { findingsOf } from '../../templates/findings/index.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { placeIn } from '../../templates/jinja/place.ts';
import type { Template } from '../../templates/template.ts';
import type { FileDiagnostic, Formatter } from '../check/formats/format.ts';
import { print } from '../output.ts';
import { loadTemplates } from './load.ts';

type Severity = FileDiagnostic['severity'];
type Fail = (message: string) => void;

/** Prints what is found. Gives the exit code: 0 nothing to warn of, 1 warnings, 2 a file that cannot be read. */
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
  for (const file of files) {
    const found = await foundIn(file, (message) => {
      failed = true;
      fail(message);
    });
    if (found === undefined) continue;
    checked++;
    const about = { file, dialect: 'messages', mode: 'native' } as const;
    const diagnostics = found.map(({ diagnostic }) => diagnostic);
    for (const { severity } of diagnostics) counts[severity]++;
    await print(formatter.open(about), formatter.diagnostics(diagnostics, about), formatter.close());
    if (evidence) await print(found.flatMap(({ finding }) => (finding ? shown(finding) : [])));
  }
  await print(formatter.end({ files: checked, counts, failures: [] }));
  if (failed) return 2;
  return counts.error + counts.warning > 0 ? 1 : 0;
}

interface Found {
  readonly diagnostic: FileDiagnostic;
  readonly finding: Finding | undefined;
}

async function foundIn(file: string, fail: Fail): Promise<Found[] | undefined> {
  try {
    const templates = await loadTemplates(file);
    return templates.flatMap((template) =>
      findingsOf(template).map((finding) => ({
        finding,
        diagnostic: diagnosed(finding, template, file, templates.length > 1),
      })),
    );
  } catch (error) {
    if (!(error instanceof TemplateError)) {
      fail((error as Error).message);
      return undefined;
    }
    const range = rangeAt(error.text ?? '', error.at ?? 0);
    const message = `This template cannot be read: ${error.message}`;
    return [
      {
        finding: undefined,
        diagnostic: {
          code: 'template-syntax',
          severity: 'error',
          message,
          range,
          offset: [error.at ?? 0, error.at ?? 0],
        },
      },
    ];
  }
}

function diagnosed(
  { code, level, message, at = 0, evidence }: Finding,
  template: Template,
  file: string,
  several: boolean,
): FileDiagnostic {
  // Of a template inside of another file, only its line in the template is known: the file's first line stands for it.
  const isAlone = !/\.(?:json|gguf)$/i.test(file) && template.name === file;
  return {
    code,
    severity: level,
    message: several ? `${template.name}: ${message}` : message,
    range: isAlone ? rangeAt(template.text, at) : rangeAt('', 0),
    offset: isAlone ? [at, at] : [0, 0],
    data: { evidence },
  };
}

function rangeAt(text: string, at: number): Range {
  const place = placeIn(text, at);
  return { start: place, end: place };
}

/** What shows a finding, for people. */
function shown({ code, evidence: { given, prompts, difference, missing } }: Finding): string[] {
  return [
    `── ${code}`,
    `given: ${JSON.stringify(given)}`,
    ...prompts.flatMap(({ label, text }) => [`${label}:`, ...text.split('\n').map((line) => `    ${line}`)]),
    ...(missing === undefined ? [] : [`missing: ${JSON.stringify(missing)}`]),
    ...(difference === undefined ? [] : [`they differ from character ${difference + 1} on`]),
    '',
  ];
}

/** SARIF 2.1.0 (OASIS), as code scanning services read it. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Range } from 'vscode-languageserver-textdocument';
import { version } from '../../../../package.json';
import { allRules } from '../../../rules/all.ts';
import type { Level, Severity } from '../../../rules/support/rule.ts';
import { readPage } from '../../pages.ts';
import type { FileDiagnostic, FileFix, Format, Summary } from './format.ts';

/** SARIF has no hints; the severity is given next to the level. */
const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** A code that has two rules is described once. */
const described = [...new Map(allRules.map((rule) => [rule.code, rule])).values()];
const indexOf = new Map(described.map(({ code }, index) => [code, index]));

export const sarif: Format = {
  details: true,
  start() {
    const artifacts: object[] = [];
    let location = {};
    let count = 0;
    const toResult = (artifact: number, uri: object) => (diagnostic: FileDiagnostic) => {
      const { code, severity, message, range, related = [], fix, fingerprint, data } = diagnostic;
      const place = (region: Range) => ({
        physicalLocation: { artifactLocation: { ...uri, index: artifact }, region: toRegion(region) },
      });
      return {
        ruleId: code,
        ruleIndex: indexOf.get(code) ?? -1,
        level: levels[severity],
        message: { text: message },
        locations: [place(range)],
        ...(related.length > 0 && {
          relatedLocations: related.map((other, id) => ({
            id,
            ...place(other.range),
            message: { text: other.message },
          })),
        }),
        ...(fix && { fixes: [toFix(fix, { ...uri, index: artifact })] }),
        // The one name that code scanning on GitHub looks at.
        ...(fingerprint !== undefined && { partialFingerprints: { primaryLocationLineHash: fingerprint } }),
        // Which kind of the fault it is, where a code has several.
        properties: { severity, ...(typeof data?.rule === 'string' && { rule: data.rule }) },
      };
    };
    return {
      begin: { json: `${opening()},"results":[` },
      open({ file, dialect, mode }) {
        location = toLocation(file);
        artifacts.push({ location, sourceLanguage: 'openchatml', properties: { dialect, mode } });
        return [];
      },
      diagnostics: (part) => ({
        json: part
          .map(toResult(artifacts.length - 1, location))
          .map((result) => `${count++ > 0 ? ',' : ''}\n${JSON.stringify(result)}`)
          .join(''),
      }),
      close: () => [],
      end: (summary) => ({
        json: `\n],"artifacts":${JSON.stringify(artifacts)},"invocations":[${invocation(summary)}]}]}\n`,
      }),
    };
  },
};

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The document up to `results`, which are written as they arrive. */
function opening(): string {
  const run = {
    tool: {
      driver: { name: 'ocml', version, semanticVersion: version, rules: described.map(describe) },
    },
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
    originalUriBaseIds: { '%SRCROOT%': { uri: `${pathToFileURL(process.cwd()).href}/` } },
  };
  // Without the brace that closes the run.
  return `{"$schema":"${schema}","version":"2.1.0","runs":[${JSON.stringify(run).slice(0, -1)}`;
}

/** What a rule is, with the text of its page where the pages ship. */
function describe({ code, title, section, level, levels: differing }: (typeof described)[number]) {
  const page = readPage(code);
  return {
    id: code,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: page?.what ?? `${title}.` },
    ...(page && { help: { text: page.what, markdown: page.markdown } }),
    defaultConfiguration: configuration(level),
    properties: {
      section,
      page: `docs/rules/${code}.md`,
      ...(differing && { levels: differing }),
    },
  };
}

const configuration = (level: Level) => (level === 'off' ? { enabled: false } : { level: levels[level] });

/** Relative to the working folder, where code scanning looks; an absolute URI for files outside it. */
function toLocation(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  if (file === '-') return { uri: 'stdin' };
  const path = relative(process.cwd(), resolve(file));
  const outside = isAbsolute(path) || path === '..' || path.startsWith(`..${sep}`);
  if (outside) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: path.split(sep).map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}

function toRegion({ start, end }: Range) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

function toFix({ title, edits }: FileFix, artifactLocation: object) {
  const replacements = edits.map(({ range, text }) => ({
    deletedRegion: toRegion(range),
    ...(text !== '' && { insertedContent: { text } }),
  }));
  return { description: { text: `${title}.` }, artifactChanges: [{ artifactLocation, replacements }] };
}

function invocation({ failures }: Summary): string {
  const notifications = failures.map(({ file, message }) => ({
    level: 'error',
    message: { text: message },
    ...(file !== undefined && { locations: [{ physicalLocation: { artifactLocation: toLocation(file) } }] }),
  }));
  return JSON.stringify({
    executionSuccessful: failures.length === 0,
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  });
}

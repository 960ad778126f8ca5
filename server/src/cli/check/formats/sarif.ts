/** Prints SARIF 2.1.0 (OASIS) in the form that code scanning services accept. */
import { isAbsolute, relative, sep } from 'node:path';
import type { Range } from 'vscode-languageserver-textdocument';
import { homepage, repository } from '../../../../../package.json';
import { version } from '../../../../package.json';
import { uriOfFile } from '../../../files/addresses.ts';
import { absolute, withBytesEncoded } from '../../../files/names.ts';
import { allRules } from '../../../rules/all.ts';
import type { Level, Severity } from '../../../rules/support/rule.ts';
import { readPage } from '../../pages.ts';
import type { FileDiagnostic, FileFix, Format, Summary } from './format.ts';

/** The levels by severity. SARIF has no level for hints, so the severity is also written as a property. */
const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The rules by code. A code that two rules share is described only once. */
const ruleOf = new Map(allRules.map((rule) => [rule.code, rule]));

export const sarif: Format = {
  details: true,
  start() {
    const artifacts: object[] = [];
    /**
     * The codes that occur, with their indexes in the list of rules. Other rules are omitted, since the documentation pages of all rules
     * take 270 KB.
     */
    const occurring = new Map<string, number>();
    const indexOf = (code: string) => {
      if (!ruleOf.has(code)) return undefined;
      const index = occurring.get(code) ?? occurring.size;
      occurring.set(code, index);
      return index;
    };
    let location = {};
    let count = 0;
    const toResult = (artifact: number, uri: object) => (diagnostic: FileDiagnostic) => {
      const { code, severity, message, range, related = [], fix, fingerprint, data } = diagnostic;
      const locationOf = (region: Range) => ({
        physicalLocation: { artifactLocation: { ...uri, index: artifact }, region: toRegion(region) },
      });
      return {
        ruleId: code,
        ruleIndex: indexOf(code),
        level: levels[severity],
        message: { text: message },
        locations: [locationOf(range)],
        ...(related.length > 0 && {
          relatedLocations: related.map((other, id) => ({
            id,
            ...locationOf(other.range),
            message: { text: other.message },
          })),
        }),
        ...(fix && { fixes: [toFix(fix, { ...uri, index: artifact })] }),
        // GitHub's code scanning uses only this fingerprint.
        ...(fingerprint !== undefined && { partialFingerprints: { primaryLocationLineHash: fingerprint } }),
        // Some codes cover several kinds of faults, which this property distinguishes.
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
        json: `\n],"artifacts":${JSON.stringify(artifacts)},"invocations":[${invocation(summary)}],"tool":${tool(occurring.keys())}}]}\n`,
      }),
    };
  },
};

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The address of the folder with the documentation pages of the rules in this version. */
const pages = `${repository.url.replace(/\.git$/, '')}/blob/v${version}/docs/rules`;

/** Returns the tool with the rules that occur, which are only known at the end. */
function tool(codes: Iterable<string>): string {
  const rules = [...codes].flatMap((code) => ruleOf.get(code) ?? []).map(describe);
  return JSON.stringify({
    driver: { name: 'ocml', version, semanticVersion: version, informationUri: homepage, rules },
  });
}

/** Returns the document up to the key `results`; results are appended as they arrive. */
function opening(): string {
  const run = {
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
    originalUriBaseIds: { '%SRCROOT%': { uri: `${uriOfFile(absolute('.'))}/` } },
  };
  // The closing brace of the run is omitted.
  return `{"$schema":"${schema}","version":"2.1.0","runs":[${JSON.stringify(run).slice(0, -1)}`;
}

/** Describes a rule, with the text of its page if the pages are installed. */
function describe({ code, title, section, level, levels: differing }: (typeof allRules)[number]) {
  const page = readPage(code);
  return {
    id: code,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: page?.what ?? `${title}.` },
    helpUri: `${pages}/${code}.md`,
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

/** Returns a path relative to the working folder, where code scanning looks for files, or an absolute URI for a file outside it. */
function toLocation(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  if (file === '-') return { uri: 'stdin' };
  const path = relative(absolute('.'), absolute(file));
  const outside = isAbsolute(path) || path === '..' || path.startsWith(`..${sep}`);
  if (outside) return { uri: uriOfFile(absolute(file)) };
  return { uri: withBytesEncoded(path.split(sep).map(encodeURIComponent).join('/')), uriBaseId: '%SRCROOT%' };
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

/** Collects what the checker, the language server and the command line report about the same texts, in a form that can be compared. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type AnyDialectId, jsonFiles } from '../../server/src/grammar/index.ts';
import { start } from '../lsp/client.ts';
import { check } from '../support/check.ts';
import { root } from '../support/root.ts';
import type { Found } from './expectations.ts';

export interface Sample {
  readonly text: string;
  readonly language: string;
}

export interface Finding extends Found {
  readonly message: string;
}

const letters = { error: 'E', warning: 'W', information: 'I', hint: 'H' } as const;
/** The severity letters, indexed by the severity numbers of LSP, which begin at 1. */
const byNumber = ['', 'E', 'W', 'I', 'H'];

export function fromChecker({ text, language }: Sample): Finding[] {
  return check(text, { dialect: language as AnyDialectId }).map(({ code, severity, start, end, message }) => ({
    code,
    severity: letters[severity],
    range: [start, end],
    message,
  }));
}

/**
 * Writes each sample to a temporary file, and calls `act` with the paths. The file name or a configuration next to the file determines the
 * dialect.
 */
export async function withFiles<T>(
  samples: readonly Sample[],
  act: (files: readonly string[]) => T,
): Promise<Awaited<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-cases-'));
  try {
    const files = samples.map(({ text, language }, i) => {
      const place = join(folder, language);
      const ending = jsonFiles.find(([, dialect]) => dialect === language)?.[0];
      mkdirSync(place, { recursive: true });
      if (ending === undefined) writeFileSync(join(place, '.ocmlrc.json'), JSON.stringify({ dialect: language }));
      const file = join(place, `case-${i}${ending ?? '.ocml'}`);
      writeFileSync(file, text);
      return file;
    });
    return await act(files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function fromCommandLine(samples: readonly Sample[], files: readonly string[]): Finding[][] {
  const args = [join(root, 'server/bin/ocml.js'), 'check', '--format', 'json', '--', ...files];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(stderr, '');
  const checked = JSON.parse(stdout) as {
    dialect: string;
    diagnostics: { code: string; severity: keyof typeof letters; offset: [number, number]; message: string }[];
  }[];
  assert.deepEqual(
    checked.map(({ dialect }) => dialect),
    samples.map(({ language }) => language),
  );
  return checked.map(({ diagnostics }) =>
    diagnostics.map(({ code, severity, offset, message }) => ({
      code,
      severity: letters[severity],
      range: offset,
      message,
    })),
  );
}

/** Collects the diagnostics of the server. Each must link to an existing page of documentation. */
export async function fromServer(samples: readonly Sample[], files: readonly string[]): Promise<Finding[][]> {
  const client = await start();
  const found: Finding[][] = [];
  for (const [i, { text }] of samples.entries()) {
    const uri = pathToFileURL(files[i] as string).href;
    const document = TextDocument.create(uri, 'ocml', 1, text);
    client.open(uri, text);
    const { diagnostics } = await client.diagnostics(uri, 1);
    found.push(
      diagnostics.map(({ code, severity = 0, range, message, source, codeDescription }) => {
        assert.equal(source, 'ocml');
        assert.ok(existsSync(fileURLToPath(codeDescription?.href ?? '')), `the page of ${code}`);
        return {
          code: String(code),
          severity: byNumber[severity] ?? '',
          range: [document.offsetAt(range.start), document.offsetAt(range.end)],
          message: String(message),
        };
      }),
    );
  }
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
  return found;
}

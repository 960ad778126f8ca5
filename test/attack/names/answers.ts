/** Collects everything that can be requested for a document: its problems, and what an editor shows of it. */

import type { Checker } from '../../../server/src/checker/checker.ts';
import type { CheckerSettings } from '../../../server/src/checker/session.ts';
import { createChecker, openDocument } from '../../../server/src/documents/document.ts';
import { features } from '../../../server/src/features/index.ts';
import { jsonFeatures } from '../../../server/src/features/json/features.ts';
import type { AnyDialectId } from '../../../server/src/grammar/index.ts';
import { allRules } from '../../../server/src/rules/all.ts';
import type { Level } from '../../../server/src/rules/support/rule.ts';
import { Transcript } from '../../../server/src/syntax/transcript.ts';

/** Settings that turn on every rule, including those that are off by default. */
export const settings: CheckerSettings = {
  strict: true,
  levels: Object.fromEntries(
    allRules.flatMap(({ code, level }): [string, Level][] => (level === 'off' ? [[code, 'hint']] : [])),
  ),
};

const actionKinds = ['quickfix', 'refactor.rewrite'];

export interface Asked {
  readonly dialect: AnyDialectId;
  readonly text: string;
  /** The offsets at which hovers and completions are requested. */
  readonly places: readonly number[];
  /** Whether to include the result of all safe fixes, which takes as long as all other requests. */
  readonly fixAll: boolean;
}

/** Returns the results by request. A rule that throws makes this function throw. */
export async function answers({ dialect, text, places, fixAll }: Asked) {
  const document = openDocument('test:', 'ocml', 1, text, dialect);
  const whole = { start: document.positionAt(0), end: document.positionAt(text.length) };
  const checker = createChecker(document, settings, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
  const ask = (method: string, params: object = {}): unknown => {
    const all = { textDocument: { uri: 'test:' }, ...params };
    if (!(document instanceof Transcript)) {
      const feature = new Map(Object.entries(jsonFeatures)).get(method);
      return feature?.(document, all, () => settings);
    }
    const feature = features.find((one) => one.method === method);
    return feature?.run(document, all, () => checker as Checker);
  };
  const only = fixAll ? [...actionKinds, 'source.fixAll.ocml'] : actionKinds;
  const positions = places.map((offset) => document.positionAt(offset));
  return {
    problems: checker.problems(Number.POSITIVE_INFINITY).problems.map((placed) => {
      const { code, message, data } = placed.problem;
      return { code, message, data, range: checker.rangeOf(placed) };
    }),
    symbols: ask('textDocument/documentSymbol'),
    folding: ask('textDocument/foldingRange'),
    actions: await ask('textDocument/codeAction', { range: whole, context: { diagnostics: [], only } }),
    hovers: positions.map((position) => ask('textDocument/hover', { position })),
    completions: positions.map((position) => ask('textDocument/completion', { position, context: { triggerKind: 1 } })),
    view: ask('ocml/userView'),
    debugView: ask('ocml/userView', { debug: true }),
  };
}

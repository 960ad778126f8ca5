/** Runs a feature for a transcript or a JSON document. */
import type { Checker } from '../checker/checker.ts';
import type { DocumentChecker } from '../checker/document-checker.ts';
import type { JsonChecker } from '../checker/json/checker.ts';
import type { CheckerSettings } from '../checker/session.ts';
import { byKind } from '../syntax/any-document.ts';
import { getOwn } from '../syntax/get-own.ts';
import { jsonFeatures } from './json.ts';
import type { AnyFeature, ClientAbilities, DisableEditsFor } from './support/feature.ts';

/** The facts about a document and its client that a feature needs. */
interface FeatureContext {
  /** Updates the checker of the document, and returns it. */
  checker(): DocumentChecker;
  settings(): CheckerSettings;
  readonly disableEditsFor?: DisableEditsFor;
  readonly abilities?: ClientAbilities;
}

/** Runs a feature with the params of its request. It may throw on malformed params, which the caller handles. */
export const runFeature = byKind<[feature: AnyFeature, params: unknown, context: FeatureContext], unknown>({
  text: (transcript, { run }, params, { checker, disableEditsFor, abilities }) =>
    run(transcript, params, checker as () => Checker, disableEditsFor, abilities),
  json(document, { method, nothing = null }, params, { checker, settings, disableEditsFor, abilities }) {
    const run = getOwn(jsonFeatures(), method);
    return run?.(document, params, settings, disableEditsFor, abilities, checker as () => JsonChecker) ?? nothing;
  },
});

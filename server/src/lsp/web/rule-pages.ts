import { beside } from './beside.ts';

/** The counterpart of `rule-pages.ts` in a browser, where the server is always part of the extension. */
export const rulePages = (): string => beside('../../../docs/rules/');

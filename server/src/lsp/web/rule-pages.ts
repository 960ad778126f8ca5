import { beside } from './beside.ts';

/** `rule-pages.ts` in a browser, where the server is two folders below the extension's `docs/`. */
export const rulePages = (): string => beside('../../../docs/rules/');

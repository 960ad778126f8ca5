/** The entry point of a separate bundle with the checker of text and all rules, which is loaded when something is first checked. */
export { codes, rules } from '../rules/index.ts';
export { Checker } from './checker.ts';

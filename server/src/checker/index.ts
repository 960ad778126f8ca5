/** The checker of text, with every rule: a separate bundle, which is loaded when something is first checked. */
export { codes, rules } from '../rules/index.ts';
export { Checker } from './checker.ts';

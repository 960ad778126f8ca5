/** All that JSON documents need, in one: a bundle of its own, which is loaded with the first of them. */
export { JsonChecker } from '../../rules/json/checker.ts';
export { JsonInspector } from '../../rules/json/inspector.ts';
export { breaksIn, hasLines, JsonDocument, jsonUnit, linesOf, readUnit } from '../../syntax/json-document.ts';
export { jsonFeatures } from './features.ts';
export { dialectOfLine, TextInspector } from './texts.ts';

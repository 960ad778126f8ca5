/** All that JSON documents need, in one: a bundle of its own, which is loaded with the first of them. */

export { dialectOf } from '../../model/json/shapes.ts';
export { JsonChecker } from '../../rules/json/checker.ts';
export { JsonInspector } from '../../rules/json/inspector.ts';
export { hasText, TextInspector } from '../../rules/json/texts.ts';
export { breaksIn, hasLines, JsonDocument, jsonUnit, linesOf, readUnit } from '../../syntax/json-document.ts';
export { shapeOfLines, shownJson, takenFor } from './detect.ts';
export { jsonFeatures } from './features.ts';

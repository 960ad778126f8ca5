/** The code that parses and checks JSON documents, in one bundle that is loaded when the first such document is opened. */

export { JsonChecker } from '../checker/json/checker.ts';
export { JsonInspector } from '../checker/json/inspector.ts';
export { isListOfRows, listRest, rowFactsOfList } from '../checker/json/listed-rows.ts';
export { hasText } from '../checker/json/texts.ts';
export { JsonDocument } from '../syntax/json/document.ts';
export { hasLines, linesOf } from '../syntax/json/json-lines.ts';
export { breaksIn, jsonUnit, readUnit } from '../syntax/json/json-unit.ts';
export { isOneValue } from '../syntax/json/listed-values.ts';
export { languageInfoOf, rowFactsIn, shapeOfLines, shownJson } from './detect.ts';

/**
 * The parts of SARIF 2.1.0 that `ocml check` writes, as the project's own JSON Schema. It follows the OASIS standard; the comment above each
 * object or group of objects gives the relevant sections. It is stricter than the standard, because properties that are not listed are not
 * allowed.
 */
import type { Schema } from '@cfworker/json-schema';

const string: Schema = { type: 'string', minLength: 1 };
const boolean: Schema = { type: 'boolean' };
const index: Schema = { type: 'integer', minimum: 0 };
const place: Schema = { type: 'integer', minimum: 1 };
const anything: Schema = { type: 'object' };
const list = (items: Schema): Schema => ({ type: 'array', items });
const oneOf = (...values: string[]): Schema => ({ enum: values });

/** Returns the schema of an object with only these properties. Those with a `!` are required. */
function object(properties: Record<string, Schema>): Schema {
  const entries = Object.entries(properties).map(([name, schema]) => [name.replace('!', ''), schema] as const);
  const required = Object.keys(properties).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: false };
}

/** §3.10, §3.11, §3.12 */
const level = oneOf('none', 'note', 'warning', 'error');
const message = object({ 'text!': string });
const multiformat = object({ 'text!': string, markdown: string });

/** §3.4, §3.29, §3.30, §3.28 */
const artifactLocation = object({ 'uri!': string, uriBaseId: string, index });
const region = object({ 'startLine!': place, startColumn: place, endLine: place, endColumn: place });
const physicalLocation = object({ 'artifactLocation!': artifactLocation, region });
const location = object({ id: index, 'physicalLocation!': physicalLocation, message });

/** §3.49, §3.50 */
const reportingDescriptor = object({
  'id!': string,
  shortDescription: multiformat,
  fullDescription: multiformat,
  helpUri: string,
  help: multiformat,
  defaultConfiguration: object({ level, enabled: boolean }),
  properties: anything,
});

/** §3.18, §3.19 */
const driver = object({
  'name!': string,
  version: string,
  semanticVersion: string,
  informationUri: string,
  rules: list(reportingDescriptor),
});

/** §3.55, §3.56, §3.57 */
const replacement = object({ 'deletedRegion!': region, insertedContent: message });
const artifactChange = object({ 'artifactLocation!': artifactLocation, 'replacements!': list(replacement) });
const fix = object({ description: message, 'artifactChanges!': list(artifactChange) });

/** §3.27 */
const result = object({
  'ruleId!': string,
  ruleIndex: index,
  level,
  'message!': message,
  locations: list(location),
  relatedLocations: list(location),
  fixes: list(fix),
  partialFingerprints: { type: 'object', additionalProperties: string },
  properties: anything,
});

/** §3.20, §3.58 */
const notification = object({ level, 'message!': message, locations: list(location) });
const invocation = object({ 'executionSuccessful!': boolean, toolExecutionNotifications: list(notification) });

/** §3.24 */
const artifact = object({ 'location!': artifactLocation, sourceLanguage: string, properties: anything });

/** §3.14 */
const run = object({
  'tool!': object({ 'driver!': driver }),
  columnKind: oneOf('utf16CodeUnits', 'unicodeCodePoints'),
  newlineSequences: list(string),
  originalUriBaseIds: { type: 'object', additionalProperties: object({ 'uri!': string }) },
  results: list(result),
  artifacts: list(artifact),
  invocations: list(invocation),
});

/** §3.13 */
export const sarifSchema: Schema = object({ $schema: string, 'version!': oneOf('2.1.0'), 'runs!': list(run) });

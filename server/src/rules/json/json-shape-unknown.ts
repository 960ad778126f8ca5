import { mappingOf, type NearestMapping, nearestNames } from '../../model/json/nearest-names.ts';
import { misspelledKeys } from '../../model/json/row-keys.ts';
import { isConverse } from '../../model/json/shapes/converse.ts';
import { foreignLogAdvice } from '../../model/json/shapes/foreign-logs.ts';
import { readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { didYouMean, quoted } from '../../syntax/wording.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** Unsupported shapes of other APIs and tools: their name, and the key or the test by which they are recognized. */
const others: readonly [who: string, shows: string | ((root: JsonNode) => boolean)][] = [
  ['messages for the Bedrock Converse API', isConverse],
  ["a request to Google's API (Gemini)", 'contents'],
  ["a response from Google's API (Gemini)", 'candidates'],
  ['segments for Axolotl, which are text without messages', 'segments'],
  ['tokens for a trainer', 'input_ids'],
];

/** Returns the YAML to add to the configuration for a mapping of keys and roles. */
function writtenMapping(mapping: NearestMapping): string {
  const members = Object.entries(mapping).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? wordOf(value) : `{ ${rolesOf(value)} }`}`,
  );
  return `rows: { ${members.join(', ')} }`;
}

const wordOf = (word: string) => (/^(?!(?:true|false|null)$)[A-Za-z][\w-]*$/i.test(word) ? word : JSON.stringify(word));
const rolesOf = (roles: Readonly<Record<string, string>>) =>
  Object.entries(roles)
    .map(([rowRole, usual]) => `${wordOf(rowRole)}: ${usual}`)
    .join(', ');

/** The remedy: add a mapping, choose a dialect, correct a key, or write the messages in a common shape. */
function advice(root: JsonNode, mapping: NearestMapping | undefined): string {
  const foreign = foreignLogAdvice(root);
  if (foreign !== undefined) return foreign;
  const [who] = others.find(([, shows]) => (typeof shows === 'string' ? memberOf(root, shows) : shows(root))) ?? [];
  if (who === undefined && mapping)
    return `${keysOf(root)}The values resemble a list of messages. If they are messages, add \`${writtenMapping(mapping)}\` to \`.ocmlrc.yaml\` to have them checked.`;
  const [misspelled] = misspelledKeys(root, 'unknown');
  return who === undefined
    ? `${keysOf(root)}If it is a transcript, choose its dialect.${didYouMean(misspelled?.meant)}`
    : `It looks like ${who}: write the messages as a list of \`role\` and \`content\` to have them checked.`;
}

const MAX_KEYS = 6;

/** A sentence that lists the keys of the value, or of its first element, so that users see why it was not recognized. */
function keysOf(root: JsonNode): string {
  const value = root.kind === 'array' ? root.items[0] : root;
  if (value?.kind !== 'object' || value.members.length === 0) return '';
  const keys = value.members.map(({ key }) => shownKey(key.value));
  const firstKeys = keys.slice(0, MAX_KEYS);
  const more = keys.length > firstKeys.length ? `, and ${keys.length - firstKeys.length} more` : '';
  const whose = value === root ? 'Its keys are' : 'The keys of its first element are';
  return `${whose} ${firstKeys.join(', ')}${more}. `;
}

const shownKey = (key: string) => quoted(key.length > 40 ? `${key.slice(0, 40)}…` : key);

/** Reports JSON in an unrecognized shape, since the document would otherwise seem to be without faults (A-144). */
export const rule: JsonRule = {
  code: 'json-shape-unknown',
  title: 'JSON of unknown shape',
  section: 'Language notes, A-144',
  level: 'information',
  json: {
    dialects: ['json'],
    sequence({ shape }) {
      let isTold = shape !== 'unknown';
      if (isTold) return undefined;
      return (unit, report) => {
        const { root } = readUnit(unit);
        if (isTold || root === undefined) return;
        isTold = true;
        const names = nearestNames(root);
        const mapping = names && mappingOf(names);
        // A misspelled key should be corrected, not mapped.
        const isNew =
          mapping !== undefined &&
          foreignLogAdvice(root) === undefined &&
          Object.keys(mapping).length > 0 &&
          misspelledKeys(root, 'unknown').length === 0;
        report(
          valueSpan(unit.text, root),
          `No messages were found in this JSON, because it has none of the known shapes. It was not checked. ${advice(root, isNew ? mapping : undefined)}`,
          isNew ? { data: { rows: mapping } } : undefined,
        );
      };
    },
  },
};

/** Reads the configuration file of a project. Errors in it are reported as complaints, and never thrown. */

import { loadChecker } from '../checker/load-checker.ts';
import {
  type AnyDialectId,
  allDialects,
  type MessageProfile,
  messageProfiles,
  type SequencePair,
} from '../grammar/index.ts';
import { isModelDialectName, modelDialectNames } from '../grammar/model-names.ts';
import { isLevel, type Levels, levelNames } from '../rules/support/levels.ts';
import type { Level } from '../rules/support/rule.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import { faultText, type JsonFaultCode } from '../syntax/json/faults.ts';
import { dataOf, type JsonNode, MAX_FAULTS } from '../syntax/json/nodes.ts';
import { readJson as readLenient } from '../syntax/json/read.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import { isSequencePair, wantedPair } from '../syntax/sequence-pair.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, listed } from '../syntax/wording.ts';
import { isBounded, MAX_COMPLAINTS, MAX_VALUE_DEPTH, quotedValue, shortened } from './bounds.ts';
import { compileGlob, type Glob } from './glob.ts';
import { rowNamesIn, wantedRows } from './row-names.ts';
import { areTemplates, type CustomTemplate, wantedTemplates } from './template-patterns.ts';
import { type TrainerChoice, trainerIn, wantedTrainer } from './trainer-choice.ts';

/** The names of configuration files. If a folder contains both, only the first one is used. */
export const configNames = ['.ocmlrc.json', '.ocmlrc.yaml'] as const;

/** The choices that a configuration makes for files. A choice that the configuration does not make is undefined. */
export interface Choices {
  readonly dialect: AnyDialectId | 'auto' | undefined;
  /** The chat template that produced the transcripts, if it is chosen instead of a dialect. */
  readonly dialectTemplate?: string | undefined;
  readonly strict: boolean | undefined;
  readonly sequencePair: SequencePair | undefined;
  readonly levels: Levels;
  /** Further tokens that may occur anywhere in a transcript. */
  readonly extraTokens: readonly string[] | undefined;
  /** The API, server or trainer that the lists of messages are intended for. */
  readonly profile: MessageProfile | undefined;
  /** Whether the files contain training rows. */
  readonly training: boolean | undefined;
  /** The template for lists of messages: the name of a registered or a custom template, or a file. */
  readonly template?: string | undefined;
  /** The tokenizer of the model: a `tokenizer.json`, or a folder that contains one. */
  readonly tokenizer?: string | undefined;
  readonly trainer?: TrainerChoice | undefined;
  readonly customTemplates?: Readonly<Record<string, CustomTemplate>> | undefined;
  /** The names that the project uses for fields and roles in rows. */
  readonly rowNames?: RowNames | undefined;
}

export interface Config extends Choices {
  /** Whether configurations in parent folders are ignored. */
  readonly root: boolean;
  readonly overrides: readonly (Choices & { readonly files: readonly Glob[] })[];
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the name of a template from a value: a string, or an object as for `create_chat_template` (TPL-15). */
function nameIn(value: unknown): string | undefined {
  const name = isObject(value) && Object.keys(value).length === 1 ? value.name : value;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Called with the location of a wrong value, such as `overrides[0].strict`, and the end of a sentence about it. */
type Complain = (where: string, message: string) => void;

const isBoolean = (value: unknown) => typeof value === 'boolean';
const isList = (value: unknown) => Array.isArray(value);
const profileNames: readonly string[] = messageProfiles.map(({ name }) => name);
const dialectNames: readonly string[] = ['auto', ...allDialects];
/** Matches the path of a template, which must be distinguished from a misspelled dialect. */
const templatePath = /^\.{0,2}[\\/]|[\\/#]|\.(?:jinja|j2|json|gguf)(?:#|$)/;

/** For each key, a description of its valid values, and a function that checks them. */
const keys: Readonly<Record<string, readonly [description: string, accept: (value: unknown) => boolean]>> = {
  $schema: ['a string', (value) => typeof value === 'string'],
  root: ['`true` or `false`', isBoolean],
  dialect: [
    `${listed([...dialectNames, ...modelDialectNames])}, or a chat template file`,
    (value) =>
      dialectNames.includes(value as string) ||
      (typeof value === 'string' && (isModelDialectName(value) || templatePath.test(value))),
  ],
  strict: ['`true` or `false`', isBoolean],
  sequenceTokens: [wantedPair, isSequencePair],
  'wire.extraTokens': [
    'a list of tokens, as in `["<|image|>"]`',
    (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  ],
  'messages.profile': [listed(profileNames), (value) => profileNames.includes(value as string)],
  training: ['`true` or `false`', isBoolean],
  template: ['a name, as in `"chatml"` or `{"name": "chatml"}`, or a file', (value) => nameIn(value) !== undefined],
  tokenizer: ['the path to a tokenizer.json, or to its folder', (value) => typeof value === 'string' && value !== ''],
  trainer: [wantedTrainer, (value) => trainerIn(value) !== undefined],
  'templates.custom': [wantedTemplates, areTemplates],
  rows: [wantedRows, isObject],
  rules: ['an object, as in `{"stray-text": "off"}`', isObject],
  overrides: ['a list, as in `[{"files": ["*.harmony"], "rules": {}}]`', isList],
  files: [
    'a list of globs, as in `["logs/**"]`',
    (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
  ],
};
const choices = [
  ...['dialect', 'strict', 'sequenceTokens', 'wire.extraTokens', 'messages.profile', 'training'],
  ...['template', 'tokenizer', 'trainer', 'templates.custom', 'rows', 'rules'],
];
const ofFile = ['$schema', 'root', ...choices, 'overrides'];
const ofOverride = ['files', ...choices];

/**
 * Reads a configuration. Invalid parts are ignored. `complain`: called for each of them with its location, such as
 * `overrides[0].strict`; the location is empty for the file as a whole.
 */
export function readConfig(name: string, text: string, complain: (message: string, where: string) => void): Config {
  let count = 0;
  const wrong: Complain = (where, message) => {
    if (++count <= MAX_COMPLAINTS) complain(where === '' ? message : `${shortened(where)} ${message}`, where);
  };
  const members = membersOf(parseText(name, text, wrong), ofFile, '', wrong);
  const overrides = ((members.overrides ?? []) as unknown[]).flatMap((value, i) => {
    const where = `overrides[${i}]`;
    const override = membersOf(value, ofOverride, `${where}.`, wrong);
    if (isObject(value) && value.files === undefined) wrong(where, `needs \`files\`, ${keys.files?.[0]}.`);
    if (override.files === undefined) return [];
    const files = globsIn(override.files as string[], `${where}.files`, wrong);
    return [{ ...choicesIn(override, `${where}.`, wrong), files }];
  });
  const config = { ...choicesIn(members, '', wrong), root: members.root === true, overrides };
  if (count > MAX_COMPLAINTS) complain(moreWrong(count - MAX_COMPLAINTS), '');
  return config;
}

const moreWrong = (count: number): string =>
  count === 1 ? '1 more entry is wrong.' : `${count} more entries are wrong.`;

/** Compiles globs. As in `.gitignore`, a glob without `/` matches files with this name in any folder. */
function globsIn(globs: readonly string[], where: string, wrong: Complain): Glob[] {
  return globs.flatMap((glob, i) => {
    const plain = glob.replace(/^\.?\//, '');
    try {
      return [compileGlob(glob.includes('/') ? plain : `**/${plain}`, { dot: true })];
    } catch (error) {
      wrong(`${where}[${i}]`, `is ${quotedValue(glob)}, which has no effect: ${(error as Error).message}.`);
      return [];
    }
  });
}

export interface ConfigLanguage {
  readonly name: 'JSON' | 'YAML';
  /** Returns the value of a text. The byte-order mark must already be removed. Throws if the text is not valid in the language. */
  readonly read: (text: string) => unknown;
}

/** Returns the language of a configuration, which is determined by the name of its file. */
export const languageOf = (name: string): ConfigLanguage =>
  name.endsWith('.json') ? { name: 'JSON', read: readJson } : { name: 'YAML', read: readYaml };

function parseText(name: string, text: string, wrong: Complain): unknown {
  const { name: language, read } = languageOf(name);
  let value: unknown;
  try {
    value = read(text.replace(/^\uFEFF/, '')) ?? {};
  } catch (error) {
    // These errors mean that the YAML is nested too deeply for the recursive reader, or that its aliases expand to too
    // many nodes.
    if (!(error instanceof RangeError || /alias count/.test(String(error)))) {
      wrong('', `is not ${language}: ${String((error as Error)?.message ?? error).split('\n')[0]}`);
      return {};
    }
  }
  if (value !== undefined && isBounded(value)) return value;
  wrong('', 'has no effect: it is nested too deeply, or its aliases expand to too many values.');
  return {};
}

/** The deviations from JSON that are accepted: comments and trailing commas, as in configurations of editors, and an empty file. */
const acceptedFaultCodes: ReadonlySet<JsonFaultCode> = new Set(['comment', 'trailing-comma', 'empty']);

/** Returns the syntax tree of a configuration in JSON, with positions. Throws if it is not JSON. */
export function readTree(text: string): JsonNode | undefined {
  const { root, faults } = readLenient(text, MAX_FAULTS, acceptedFaultCodes);
  const [first] = faults;
  if (first) throw new Error(`${faultText(first)} (line ${text.slice(0, first.start).split('\n').length})`);
  return root;
}

const readJson = (text: string): unknown => dataOf(readTree(text), MAX_VALUE_DEPTH + 1);

/** Reads YAML. The parser is loaded on first use, since most projects have no configuration in YAML. */
function readYaml(text: string): unknown {
  const { yamlValue } = require('./yaml-value.ts') as typeof import('./yaml-value.ts');
  return yamlValue(text);
}

/** Returns the fields of a value that are known and valid, and complains about all others. */
function membersOf(value: unknown, knownKeys: readonly string[], prefix: string, wrong: Complain): Members {
  if (!isObject(value)) {
    wrong(prefix.slice(0, -1), `must be an object with ${listed(knownKeys)}.`);
    return {};
  }
  const right: [key: string, member: unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const [description, accept] = (knownKeys.includes(key) && getOwn(keys, key)) || [];
    if (accept === undefined) {
      wrong(prefix + key, `is unknown, so it has no effect.${didYouMean(closest(key, knownKeys))}`);
    } else if (accept(member)) right.push([key, member]);
    else wrong(prefix + key, `is ${quotedValue(member)}; write ${description}.`);
  }
  return Object.fromEntries(right);
}

function choicesIn({ rules = {}, ...rest }: Members, prefix: string, wrong: Complain): Choices {
  const levels: [code: string, level: Level][] = [];
  const { codes } = loadChecker();
  for (const [code, level] of Object.entries(rules as Members)) {
    const where = `${prefix}rules.${code}`;
    if (!codes.includes(code)) wrong(where, `is not a rule code.${didYouMean(closest(code, codes))}`);
    else if (isLevel(level)) levels.push([code, level]);
    else wrong(where, `is ${quotedValue(level)}; write ${listed(levelNames)}.`);
  }
  return {
    dialect: dialectNames.includes(rest.dialect as string) ? (rest.dialect as Choices['dialect']) : undefined,
    ...(typeof rest.dialect === 'string' && !dialectNames.includes(rest.dialect) && { dialectTemplate: rest.dialect }),
    strict: rest.strict as Choices['strict'],
    sequencePair: rest.sequenceTokens as Choices['sequencePair'],
    levels: Object.fromEntries(levels),
    extraTokens: rest['wire.extraTokens'] as Choices['extraTokens'],
    profile: rest['messages.profile'] as Choices['profile'],
    training: rest.training as Choices['training'],
    template: nameIn(rest.template),
    tokenizer: rest.tokenizer as Choices['tokenizer'],
    trainer: trainerIn(rest.trainer),
    customTemplates: rest['templates.custom'] as Choices['customTemplates'],
    ...(rest.rows !== undefined && { rowNames: rowNamesIn(rest.rows as Members, `${prefix}rows.`, wrong) }),
  };
}

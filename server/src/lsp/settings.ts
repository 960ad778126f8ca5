/** The settings under `ocml.`, in any of the forms in which clients send them. Wrong values are reported and skipped. */

import type { Command } from 'vscode-languageserver';
import {
  type AnyDialectId,
  allDialects,
  type MessageProfile,
  messageProfiles,
  profileNamed,
  type SequencePair,
} from '../grammar/index.ts';
import type { TrainingInProject } from '../project/chosen-trainer.ts';
import type { Chosen } from '../project/projects.ts';
import { isLevel, type Levels } from '../rules/support/levels.ts';
import type { Level } from '../rules/support/rule.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import { isSequencePair, wantedPair } from '../syntax/sequence-pair.ts';
import { type EncodingName, encodingNames } from '../tokens/names.ts';

/** The settings of a file. The tokenizer and the trainer are those that its project has chosen. */
export interface Settings extends TrainingInProject {
  /** `ocml.dialect`; undefined for `auto`. */
  readonly dialect: AnyDialectId | undefined;
  /** The chat template from which the dialect is learned, if the file's project has chosen one. */
  readonly dialectTemplate?: Chosen['dialectTemplate'];
  readonly strict: boolean;
  /** `ocml.sequenceTokens`. */
  readonly sequencePair: SequencePair | undefined;
  /** `ocml.rules`. */
  readonly levels: Levels;
  readonly maxProblems: number;
  /** `ocml.wire.extraTokens`. */
  readonly extraTokens: readonly string[];
  /** `ocml.messages.profile`; if undefined, the shape of the file determines the profile. */
  readonly profile: MessageProfile | undefined;
  /** `ocml.training`. */
  readonly training: boolean;
  /** The chat template that the file's project has chosen. */
  readonly template?: Chosen['template'] & {};
  /** Chat templates that are defined in the configuration of the file's project. */
  readonly customTemplates?: Chosen['customTemplates'] & {};
  /** The names of fields and roles in rows, from the configuration of the file's project. */
  readonly rowNames?: Chosen['rowNames'] & {};
  /** `ocml.json.detect`: whether transcripts in JSON files are recognized by their content. */
  readonly detect: boolean;
  /** `ocml.codeLens`: whether code lenses are shown above calls and declarations. */
  readonly codeLens: boolean;
  /** The client's command that shows locations. It can be set only in `initializationOptions`. */
  readonly showReferences: string | undefined;
  /** `ocml.inlayHints.channel`: whether hints show the effective channel of a message whose header does not name one. */
  readonly channelHints: boolean;
  /** `ocml.inlayHints.tokens`: whether hints show the number of tokens in a message after its header. */
  readonly tokenHints: boolean;
  /** `ocml.tokens.encoding`; undefined for `auto`. */
  readonly encoding: EncodingName | undefined;
  /** `ocml.tokens.tokenizer`: the path of a `tokenizer.json`, which takes precedence over the encoding. */
  readonly tokenizer: string | undefined;
  /** The base address of the rule pages. It can be set only in `initializationOptions`. */
  readonly ruleDocs: string | undefined;
  /**
   * Whether to report syntax errors of JSON, which the client's own tools may report already. It can be set only in
   * `initializationOptions`.
   */
  readonly jsonSyntaxErrors: boolean;
  /** Whether a tokenizer in the folder of a text may determine its dialect. It can be set only in `initializationOptions`. */
  readonly tokenizersBeside: boolean;
  /** The client's command that opens the list of completions. It can be set only in `initializationOptions`. */
  readonly suggestCommand: Command | undefined;
}

export const defaults: Settings = {
  dialect: undefined,
  strict: false,
  sequencePair: undefined,
  levels: {},
  maxProblems: 200,
  extraTokens: [],
  profile: undefined,
  training: false,
  detect: true,
  codeLens: true,
  showReferences: undefined,
  channelHints: true,
  tokenHints: false,
  encoding: undefined,
  tokenizer: undefined,
  ruleDocs: undefined,
  jsonSyntaxErrors: true,
  tokenizersBeside: true,
  suggestCommand: undefined,
};

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads settings from JSON: `{ strict: true }`, `{ "ocml.strict": true }` or `{ ocml: { strict: true } }`. Values that
 * are missing or wrong are taken from `base`. `complain`: called for each wrong value.
 */
export function readSettings(value: unknown, base: Settings, complain: (message: string) => void): Settings {
  const members = section(value);
  const { dialect, strict, sequenceTokens, rules, maxProblems, ruleDocs, jsonSyntaxErrors, suggestCommand } = members;
  const { tokenizersBeside } = members;
  // Clients send either `{ wire: { extraTokens } }` or `{ "wire.extraTokens": … }`.
  const nested = (group: string, name: string) => {
    const within = getOwn(members, group);
    return getOwn(members, `${group}.${name}`) ?? (isObject(within) ? getOwn(within, name) : undefined);
  };
  const extraTokens = nested('wire', 'extraTokens');
  const wrong = (name: string, value: unknown, expected: string) =>
    complain(`ocml.${name} is ${JSON.stringify(value)}; it should be ${expected}.`);

  function checked<T>(
    name: string,
    value: unknown,
    fallback: T,
    expected: string,
    accept: (value: unknown) => boolean,
  ): T {
    if (value === undefined || value === null) return fallback;
    if (accept(value)) return value as T;
    wrong(name, value, expected);
    return fallback;
  }

  const isDialect = (value: unknown) => value === 'auto' || (allDialects as readonly unknown[]).includes(value);
  const chosen = checked(
    'dialect',
    dialect,
    base.dialect ?? 'auto',
    `one of auto, ${allDialects.join(', ')}`,
    isDialect,
  );
  const isEncoding = (value: unknown) => value === 'auto' || (encodingNames as readonly unknown[]).includes(value);
  const encoding = checked<EncodingName | 'auto'>(
    'tokens.encoding',
    nested('tokens', 'encoding'),
    base.encoding ?? 'auto',
    `one of auto, ${encodingNames.join(', ')}`,
    isEncoding,
  );
  const switched = (group: string, name: string, fallback: boolean) =>
    checked(`${group}.${name}`, nested(group, name), fallback, 'true or false', isBoolean);
  const chosenLevels: [code: string, level: Level][] = [];
  for (const [code, level] of Object.entries(checked('rules', rules, {}, 'an object', isObject))) {
    if (isLevel(level)) chosenLevels.push([code, level]);
    else wrong(`rules.${code}`, level, 'error, warning, information, hint or off');
  }
  const isTokens = (value: unknown) => Array.isArray(value) && value.every((token) => typeof token === 'string');
  const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
  return {
    dialect: chosen === 'auto' ? undefined : chosen,
    strict: checked('strict', strict, base.strict, 'true or false', isBoolean),
    sequencePair: checked('sequenceTokens', sequenceTokens, base.sequencePair, wantedPair, isSequencePair),
    levels: { ...base.levels, ...Object.fromEntries(chosenLevels) },
    maxProblems: checked('maxProblems', maxProblems, base.maxProblems, 'a whole number', isCount),
    extraTokens: checked('wire.extraTokens', extraTokens, base.extraTokens, 'a list of tokens', isTokens),
    profile: checked('messages.profile', nested('messages', 'profile'), base.profile, profileNames, isProfile),
    training: checked('training', members.training, base.training, 'true or false', isBoolean),
    detect: switched('json', 'detect', base.detect),
    channelHints: switched('inlayHints', 'channel', base.channelHints),
    tokenHints: switched('inlayHints', 'tokens', base.tokenHints),
    encoding: encoding === 'auto' ? undefined : encoding,
    tokenizer:
      checked('tokens.tokenizer', nested('tokens', 'tokenizer'), base.tokenizer, 'a path', isText) || undefined,
    codeLens: checked('codeLens', members.codeLens, base.codeLens, 'true or false', isBoolean),
    showReferences: typeof members.showReferences === 'string' ? members.showReferences : base.showReferences,
    ruleDocs: typeof ruleDocs === 'string' ? ruleDocs : base.ruleDocs,
    jsonSyntaxErrors: typeof jsonSyntaxErrors === 'boolean' ? jsonSyntaxErrors : base.jsonSyntaxErrors,
    tokenizersBeside: typeof tokenizersBeside === 'boolean' ? tokenizersBeside : base.tokenizersBeside,
    suggestCommand: isCommand(suggestCommand) ? suggestCommand : base.suggestCommand,
  };
}

const profileNames = messageProfiles.map(({ name }) => name).join(', ');
const isProfile = (value: unknown) => profileNamed(value) !== undefined;
const isCommand = (value: unknown): value is Command => isObject(value) && typeof value.command === 'string';
const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';

function section(value: unknown): Members {
  if (!isObject(value)) return {};
  const dotted = Object.entries(value).flatMap(([name, member]) =>
    name.startsWith('ocml.') ? [[name.slice('ocml.'.length), member]] : [],
  );
  return { ...value, ...Object.fromEntries(dotted), ...(isObject(value.ocml) ? value.ocml : {}) };
}

/** Loads the files and settings that the arguments of `ocml mask` name. Each thread loads them separately. */
import { templateFiles } from '../../files/local-templates.ts';
import { readSmall } from '../../files/regular.ts';
import type { MaskProfile } from '../../mask/mask.ts';
import { loadMaskProfile, type MaskNames } from '../../mask/profile.ts';
import type { Levels } from '../../rules/support/levels.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { TemplateError } from '../../templates/jinja/errors.ts';
import { jinjaTemplate } from '../../templates/jinja-template.ts';
import { tokenizerBeside } from '../../templates/sources/load.ts';
import { withSegments } from '../../tokens/segments.ts';
import { type FileTokenizer, MAX_TOKENIZER_SIZE, readTokenizer } from '../../tokens/tokenizer-file.ts';
import { type Allowance, allowance } from '../budget.ts';
import { loadTemplate } from '../templates/load.ts';

/** The arguments of `ocml mask` that determine the mask and its reports, as data for a thread. */
export interface MaskSpec extends MaskNames {
  /** The name and the text of a template that has no file. If set, `template` is not used. */
  readonly source?: { readonly name: string; readonly text: string };
  /** The sources of the settings, for the summary. */
  readonly sources: readonly (readonly [setting: string, place: string])[];
  readonly levels: Levels;
  /** The names that rows use for their fields and roles. */
  readonly rowNames?: RowNames | undefined;
  /** The first row of the file. */
  readonly first: string;
  /** Whether to return labels, a report for each row, and the keys of a baseline. */
  readonly labels: boolean;
  readonly byRow: boolean;
  readonly keyed: boolean;
}

export interface LoadedProfile {
  readonly profile: MaskProfile;
  /** Returns the time limit for processing `length` characters. Its error messages name the tokenizer's file. */
  within(length: number): Allowance;
}

/** The parts of the time limit in milliseconds: a fixed amount, and an amount for each character. */
const [least, each] = [20_000, 0.2];

const loaded = new Map<string, Promise<Pick<LoadedProfile, 'within'> & { readonly tokenizer: FileTokenizer }>>();

async function loadTokenizer(path: string) {
  const withPath: Allowance = (work) => {
    try {
      return work();
    } catch (error) {
      throw new Error(`--tokenizer ${path}: ${(error as Error).message}`, { cause: error });
    }
  };
  const text = withPath(() => readSmall(path, MAX_TOKENIZER_SIZE));
  const tokenizer = withSegments(withPath(() => allowance(least)(() => readTokenizer(text ?? ''))));
  const within = (length: number): Allowance => {
    const limited = allowance(least + each * length, tokenizer.working);
    return (work) => withPath(() => limited(work));
  };
  return { tokenizer, within };
}

/** Loads everything that a specification names. Throws an error with a message for the user. */
export async function loadProfile(spec: MaskSpec): Promise<LoadedProfile> {
  const { tokenizer: path, source } = spec;
  const getTokenizer = () => {
    const tokenizer = loaded.get(path) ?? loadTokenizer(path);
    loaded.set(path, tokenizer);
    return tokenizer;
  };
  const profile = await loadMaskProfile(spec, {
    async template(argument, custom) {
      try {
        return source === undefined
          ? await loadTemplate(argument, custom)
          : jinjaTemplate(source.name, source.text, tokenizerBeside(path, templateFiles));
      } catch (error) {
        const label = source?.name ?? `--template ${argument}`;
        throw error instanceof TemplateError ? new Error(`${label}: ${error.message}`) : error;
      }
    },
    tokenizer: async () => (await getTokenizer()).tokenizer,
    specialTokens: () => tokenizerBeside(path, templateFiles).tokens,
  });
  return { profile, within: (await getTokenizer()).within };
}

/** The texts of the tokens for files and for fill-in-the-middle. */
import { fimOrder } from '../../grammar/index.ts';
import { families } from '../../syntax/families/index.ts';

const family = families['openchatml-0.1'];
const spelling = (name: string) => family.tokens.find((token) => token.name === name)?.text ?? '';

export const files = { separator: spelling('file_separator') };

/** The three parts of a task, named after the token before each. */
export type FimPart = (typeof fimOrder)[number];

export const fim = Object.fromEntries(fimOrder.map((name) => [name, spelling(name)])) as Readonly<
  Record<FimPart, string>
>;

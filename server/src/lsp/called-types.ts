/**
 * Everything that `vscode-languageserver` calls of `vscode-languageserver-types`, in whose place the bundle of the server has this
 * file (`scripts/build.mjs`): the package mostly makes and checks plain objects, which nothing here does, and would be a tenth of
 * what is loaded at the start.
 */

/** A whole number in a range, as the protocol has them. */
const within = (least: number) => ({
  is: (value: unknown): boolean => typeof value === 'number' && least <= value && value <= MAX_INTEGER,
});

const MAX_INTEGER = 2 ** 31 - 1;

export const integer = within(-(2 ** 31));
export const uinteger = within(0);

const isText = (value: unknown): value is string => typeof value === 'string';

export const URI = { is: isText };
export const DocumentUri = { is: isText };

export const WorkspaceFolder = {
  is: (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    'uri' in value &&
    isText(value.uri) &&
    'name' in value &&
    isText(value.name),
};

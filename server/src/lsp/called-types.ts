/**
 * All functions of `vscode-languageserver-types` that `vscode-languageserver` calls. The server's bundle contains this file instead of that
 * package (`scripts/build.mjs`), whose other functions create and check plain objects: they are unused here, and would be a tenth of the
 * code loaded at the start.
 */

/** Checks for an integer in the range of the protocol. */
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

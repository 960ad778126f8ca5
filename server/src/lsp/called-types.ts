/**
 * Replaces `vscode-languageserver-types` in the server's bundle (`scripts/build.mjs`), and contains all functions of
 * that package that `vscode-languageserver` calls. The other functions, which create and check plain objects, are not
 * used here, and would be a tenth of the code loaded at the start.
 */

/** Checks that a value is a number in the range that the protocol allows for integers. */
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

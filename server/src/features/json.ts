/** The features of JSON documents, loaded when one of them is first asked something. */
export const jsonPart = () => require('./json/features.ts') as typeof import('./json/features.ts');

export const jsonFeatures = () => jsonPart().jsonFeatures;

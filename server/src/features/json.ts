/** The features of JSON documents, loaded with the first request to one. */
export const jsonPart = () => require('./json/features.ts') as typeof import('./json/features.ts');

export const jsonFeatures = () => jsonPart().jsonFeatures;

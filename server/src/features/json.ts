/** The features of JSON documents. They are loaded with the first request for such a document. */
export const jsonPart = () => require('./json/features.ts') as typeof import('./json/features.ts');

export const jsonFeatures = () => jsonPart().jsonFeatures;

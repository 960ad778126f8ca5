/** The features of JSON documents, loaded when one of them is first asked something. */
export function jsonFeatures(): typeof import('./json/features.ts').jsonFeatures {
  return (require('./json/features.ts') as typeof import('./json/features.ts')).jsonFeatures;
}

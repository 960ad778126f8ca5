// The facts in server/src/grammar/ about JSON files that may be transcripts. The client needs them before it asks the server.
const listOf = (words) => `[\n${words.map((word) => `  '${word}',\n`).join('')}]`;

export const jsonFacts = ({
  jsonFiles,
  tellingKeys,
  veryBeginning,
}) => `/** How the client recognizes JSON that may be a transcript. Generated from server/src/grammar/: do not edit. */

/** The endings of JSON files whose dialect is settled by their name. */
export const jsonEndings = ${listOf(jsonFiles.map(([ending]) => ending))};

/** Keys that suggest a transcript. */
export const tellingKeys = ${listOf(tellingKeys)};

/** How much of a text is searched for them (UTF-16 units). */
export const veryBeginning = ${veryBeginning};
`;

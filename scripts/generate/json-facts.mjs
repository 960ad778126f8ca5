// Generates the facts about JSON files that may be transcripts. The client needs these before it can ask the server.
const listOf = (words) => `[\n${words.map((word) => `  '${word}',\n`).join('')}]`;

export const jsonFacts = ({
  jsonFiles,
  tellingKeys,
  veryBeginning,
}) => `/** The facts by which the client recognizes JSON that may be a transcript. Generated from server/src/grammar/: do not edit. */

/** The extensions of JSON file names that determine the dialect. */
export const jsonEndings = ${listOf(jsonFiles.map(([ending]) => ending))};

/** Keys that suggest that JSON is a transcript. */
export const tellingKeys = ${listOf(tellingKeys)};

/** The length of the beginning of a text that is searched for these keys (UTF-16 units). */
export const veryBeginning = ${veryBeginning};
`;

// Phrases that a pattern of docs/style.md finds and that stay, each with the reason. `text` is a part of the phrase.
export const exceptions = [];

// Phrases that may stay although they match a pattern of docs/style.md. `text`: a part of the text that contains the phrase; `why`: the
// reason.
export const exceptions = [
  {
    ...{ pattern: 'long sentence', text: 'the chat template: a NAME that ocml templates lists' },
    why: 'a list of what can be named, whose items are separated by semicolons',
  },
  {
    ...{ pattern: 'long sentence', text: 'Use the following pydantic model json schema' },
    why: 'text of a model, as its template has it',
  },
  {
    pattern: 'Whoever',
    text: 'not with "What …" or "That which …"',
    why: 'an example of what is not written',
  },
];

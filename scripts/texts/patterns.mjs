// The rules of docs/style.md, as far as a pattern can check them. Each pattern matches a phrase that sounds like a translation, and names a
// replacement.

/**
 * The patterns. `in`: the kinds of text to which a pattern applies: `texts` (messages, titles, hovers, help, settings, notices), `pages`
 * (Markdown) or `comments`. `write`: the recommended replacement.
 */
export const patterns = [
  {
    ...{
      name: 'a content',
      in: ['texts', 'pages', 'comments'],
      write: '“the content” or “content”: it is not counted',
    },
    pattern:
      /\b(?:[Aa]|each|every|one|another) content\b(?! (?:part|block|type|item|of type|filter|list|field|digest|hash))/,
  },
  {
    ...{ name: 'as … give it', in: ['texts', 'pages'], write: 'the actor as the subject: “X gives it”' },
    pattern: /\bas (?!(?:well|long|soon|if|it)\b)(?:[\w’'`]+ ){1,4}(?:gives?|takes?) (?:it|them)\b/,
  },
  {
    ...{ name: 'is read so', in: ['texts', 'pages', 'comments'], write: '“is read this way”' },
    pattern: /\b(?:is|are|be) (?:read|written|meant|called|said|shown) so\b/,
  },
  { name: 'of what', in: ['texts'], write: 'the thing itself', pattern: /\bof what\b/ },
  { name: 'hardly', in: ['texts', 'pages', 'comments'], write: '“rarely” or “probably not”', pattern: /\bhardly\b/i },
  {
    ...{ name: 'holds no', in: ['texts', 'pages'], write: '“has no …”, or “… is missing”' },
    pattern: /\bhold(?:s|ing)? (?:no|none|neither)\b/,
  },
  {
    ...{ name: 'What … does', in: ['texts', 'pages'], write: 'a noun first, not a clause' },
    pattern: /(?:^|[.:;] )What (?!(?:if|is it|is this|now)\b)(?:[\w`’']+ )+[\w`’']+[^?\n]*\./,
  },
  {
    ...{ name: 'Whoever', in: ['texts', 'pages', 'comments'], write: 'the person or program' },
    pattern: /\b(?:[Ww]hoever|[Tt]hat which|[Tt]hose which)\b/,
  },
  {
    ...{ name: 'begins with a clause', in: ['comments'], write: 'a noun or a verb first' },
    pattern: /^(?:What|Who|Whom|Whose) (?!.*\?)/,
  },
  { name: 'such as it', in: ['texts', 'pages', 'comments'], write: '“as it is”', pattern: /\bsuch as (?:it|they)\b/ },
  {
    ...{ name: 'is no …', in: ['texts', 'pages', 'comments'], write: '“is not a …”' },
    pattern:
      /(?<!\b[Tt]here |must )\b(?:is|are|be|was|were) no (?!(?:space|white|other|older|lower)\b|longer|more|less|better|worse|such|fewer|later|earlier|one\b)[a-z]/,
  },
  {
    ...{ name: 'behind', in: ['texts', 'pages', 'comments'], write: '“after” or “following”' },
    pattern: /\bbehind\b/,
  },
  { name: 'anew', in: ['texts', 'pages', 'comments'], write: '“again”', pattern: /\banew\b/ },
  { name: 'misspelt', in: ['texts', 'pages', 'comments'], write: '“misspelled”', pattern: /\bmisspelt\b/ },
  {
    ...{ name: 'in vain', in: ['texts', 'pages', 'comments'], write: 'plainly what happens' },
    pattern: /\b(?:in vain|cannot but|by the way|as was asked|of its own accord|other than this)\b/,
  },
  {
    ...{ name: 'does without', in: ['texts', 'pages'], write: '“does not need”' },
    pattern: /\b(?:does|do|did) without\b/,
  },
  {
    ...{ name: 'nobody', in: ['texts'], write: '“invisible”, “unknown”: say the property' },
    pattern: /\bnobody\b/,
  },
  {
    ...{ name: 'otherwise', in: ['texts'], write: '“differently”, where it is not “if not”' },
    pattern: /\breads? (?:it |them |\S+ )?otherwise\b/,
  },
  {
    ...{ name: 'two colons', in: ['texts'], write: 'two sentences' },
    // A prefix of a message, such as a file or the kind of error, is not part of its first sentence.
    pattern: /^(?:[\w{}.()\- ]{1,24}: ){0,3}[^:]{25,}?[\w`)’”"]: (?=[a-z])[^.!?;:]+[\w`)]: (?=[a-z])/,
  },
];

/** The maximum number of words in a sentence of a text for users. */
export const MAX_SENTENCE_WORDS = 30;

/** The `openchatml` library: reads, checks, converts and shows transcripts of language models. Importing it has no side effects. */
export { type Converted, type ConvertNote, type ConvertOptions, convert, targets } from './convert.ts';
export { dialects } from './dialects.ts';
export { type OpenDocument, type OpenOptions, open, type ViewOptions } from './document.ts';
export { type Explained, type ExplainOptions, explain } from './explain.ts';
export { format } from './format.ts';
export { type Masked, type MaskedSequence, type MaskOptions, mask, type OptionValue, trainers } from './mask.ts';
export { type ParsedTranscript, type ParseOptions, parse } from './parse.ts';
export { type Rendered, type RenderInput, type RenderOptions, render } from './render.ts';
export { type RuleInfo, rules } from './rules.ts';
export {
  type StreamOptions,
  type StreamParser,
  stream,
  streamApi,
  type TranscriptEvent,
  transcriptTransform,
} from './stream.ts';
export { encodings, type Tokenizer, tokenizerOf, tokens } from './tokens.ts';
export type { Change, Fix, Message, Offsets, Position, Problem, Range, Severity, ViewMessage } from './types.ts';

/**
 * Reads YAML with the library for it, which is loaded with the first text, and rejects text nested so deeply that the stack could overflow.
 */
import type { Document, DocumentOptions, ParsedNode, ParseOptions, SchemaOptions } from 'yaml';
import { yamlPackage } from './yaml-package.ts';

/** The deepest nesting of brackets or list marks that is read. */
const MAX_OPEN = 500;

/** The error for a text that is nested too deeply: of the same kind as a stack overflow. */
class TooDeep extends RangeError {
  constructor() {
    super(`It is nested more than ${MAX_OPEN} levels deep.`);
  }
}

/**
 * Whether a text is nested too deeply for the YAML reader. A stack overflow while V8 compiles a regular expression is not an
 * exception, but ends the process.
 */
function isTooDeep(text: string): boolean {
  let open = 0;
  for (const [mark] of text.matchAll(/[[{\]}]|(?:[-?:][ \t]+){100}/g)) {
    if (mark.length > 1) return true;
    open += mark === '[' || mark === '{' ? 1 : -1;
    if (open > MAX_OPEN) return true;
    if (open < 0) open = 0;
  }
  return false;
}

/** Parses a text, and returns the document with its errors; throws `TooDeep`. */
export function parseYaml(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions,
): Document.Parsed<ParsedNode> {
  if (isTooDeep(text)) throw new TooDeep();
  const { parseDocument } = yamlPackage() as typeof import('yaml');
  const { stackTraceLimit } = Error;
  // An `Error` for a fault in the text has a stack trace that nobody sees, and there can be one per word.
  Error.stackTraceLimit = 0;
  try {
    return parseDocument(text, options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

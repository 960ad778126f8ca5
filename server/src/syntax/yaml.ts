/**
 * Reads YAML with the `yaml` package, which is loaded when the first text is read. Text that is nested so deeply that the stack could
 * overflow is rejected.
 */
import type { Document, DocumentOptions, ParsedNode, ParseOptions, SchemaOptions } from 'yaml';
import { yamlPackage } from './yaml-package.ts';

/** The maximum nesting depth of brackets or list marks. */
const MAX_OPEN = 500;

/** The error for text that is nested too deeply. It has the same type as the error of a stack overflow. */
class TooDeep extends RangeError {
  constructor() {
    super(`It is nested more than ${MAX_OPEN} levels deep.`);
  }
}

/**
 * Whether a text is nested too deeply for the YAML package. If the stack overflows while V8 compiles a regular expression, this does not
 * throw an exception, but ends the process.
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

/** Parses a text, and returns the document with its errors. Throws `TooDeep`. */
export function parseYaml(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions,
): Document.Parsed<ParsedNode> {
  if (isTooDeep(text)) throw new TooDeep();
  const { parseDocument } = yamlPackage() as typeof import('yaml');
  const { stackTraceLimit } = Error;
  // Stack traces are turned off, since each fault in the text creates an `Error`. There may be one per word, and nobody reads the traces.
  Error.stackTraceLimit = 0;
  try {
    return parseDocument(text, options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

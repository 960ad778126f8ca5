/** Recognizes data sets with transcripts as strings: objects with a string `text`, one per line, in a list, or on their own. */
import { type JsonNode, type JsonReading, type JsonString, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { firstOf } from './conversation.ts';

interface TextColumn {
  readonly texts: readonly JsonString[];
  /** The elements of the list that have no transcript. */
  readonly misshapen: readonly JsonNode[];
}

export function textColumn(root: JsonNode | undefined): TextColumn {
  const rows = root?.kind === 'array' ? root.items : root ? [root] : [];
  const texts: JsonString[] = [];
  const misshapen: JsonNode[] = [];
  for (const row of rows) {
    const text = memberOf(row, 'text')?.value;
    if (text?.kind === 'string') texts.push(text);
    else misshapen.push(row);
  }
  return { texts, misshapen };
}

/** Matches the beginning of a transcript. It may be preceded by up to two tokens that begin a sequence, or by a document header. */
const transcript =
  /^\s*(?:(?:<\S{1,30}>\s*|\[\S{1,30}\]\s*){1,2}|version:[^<]{1,9999}\n)?<\|(?:im_start|start|start_header_id|fim_prefix)\|>/;

/** Returns the first transcript of a data set; undefined if there is none, or if no text begins with control tokens. */
export function transcriptIn({ root }: JsonReading): string | undefined {
  const first = root?.kind === 'array' ? firstOf(root) : root ? [root] : [];
  return first.map((row) => textOf(row, 'text')).find((text) => text !== undefined && transcript.test(text));
}

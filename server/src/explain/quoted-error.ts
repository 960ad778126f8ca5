/** The words that a server error quotes, and whether they show a fault other than the one that was found. */
import { getOwn } from '../syntax/get-own.ts';
import { pythonText } from './input/escapes.ts';
import type { Stop } from './parsers/parser.ts';
import { errorIn, type FoundError } from './server-errors.ts';

type QuotedError = Pick<FoundError, 'known' | 'said'>;

/** The text that an error has in place of the `…` at the end of a known error; for Ollama, the fault without the arguments. */
function quotedIn({ known, said }: QuotedError): string | undefined {
  const at = said.indexOf("', err=");
  if (at >= 0) return said.slice(at + "', err=".length);
  const before = /^(.*)…$/.exec(known.text)?.[1];
  if (before === undefined || said.includes("raw='")) return undefined;
  const start = said.toLowerCase().indexOf(before.trimEnd().toLowerCase());
  const rest = start < 0 ? '' : said.slice(start + before.trimEnd().length).trim();
  const literal = /^(?:Some\()?\\?"(.*?)(?:\\?"\)?)?$/.exec(rest)?.[1];
  return (literal === undefined ? rest : pythonText(literal)) || undefined;
}

/** Functions that write a sentence about the quoted words, by the kind of the fault. */
const sentences: Readonly<Record<string, (words: string) => string>> = {
  'words-left': (words) => `Here, the words left over are \`${words}\`.`,
  'role-unknown': (words) => `Here, the word is \`${words}\`.`,
  'start-twice': (words) => `Here, the word is \`${words}\`.`,
  'channel-twice': (words) => `Here, the word is \`${words}\`.`,
  'header-unexpected': (words) => {
    const [, position, text] = /^(\d+)(?::\s*(.+))?$/.exec(words) ?? [];
    return position === undefined ? '' : `Here, the fault is at character ${position}${text ? `: \`${text}\`` : ''}.`;
  },
  arguments: (words) => `Here, the parser reports: ${words.replace(/[.\s]*$/, '')}.`,
};

/** Returns a sentence about the words that an error quotes; empty if there is none. */
export function wordsOf(error: QuotedError, kind: string): string {
  const words = quotedIn(error);
  return words === undefined
    ? ''
    : (getOwn(sentences, kind)?.(words.length > MAX_QUOTE_LENGTH ? `${words.slice(0, MAX_QUOTE_LENGTH)}…` : words) ??
        '');
}
const MAX_QUOTE_LENGTH = 200;

/** The key in `causes` for an error. For some errors, the quoted words show a more specific fault than the kind of the error. */
export function kindOf({ known, said }: QuotedError): string {
  const words = known.kind === 'role-unknown' ? (quotedIn({ known, said }) ?? '') : '';
  // Only gpt-oss has Harmony's headers, but llama.cpp uses the format `peg-native` for other models as well.
  if (known.kind === 'header-unexpected' && !harmonyToken.test(said))
    return otherFormat.test(said) ? 'format-unexpected' : 'native-unexpected';
  if (words.startsWith('<|start|>')) return 'start-twice';
  return words.includes('<|channel|>') ? 'channel-twice' : known.kind;
}

const otherFormat = /\b(?:expected|unparsed) (?!peg-native|GPT-OSS|…).+ (?:format|output)\b/i;
const harmonyToken = /<\|(?:start|channel|message|constrain|end|call|return)\|>/;

/** Whether a server's error differs from the emulated parser's error, either in the fault or in the quoted words. */
export function isOfAnotherText(error: QuotedError, stop: Pick<Stop, 'text'>): boolean {
  const emulatedError = errorIn(stop.text ?? '');
  if (emulatedError === undefined || emulatedError.known.parser !== error.known.parser) return false;
  if (emulatedError.known.kind !== error.known.kind) return true;
  if (emulatedError.known.kind === 'header-unexpected') return false;
  const [theirs, ours] = [error, emulatedError].map((one) => quotedIn(one)?.replace(/[^\w<|>]/g, '') ?? '') as [
    string,
    string,
  ];
  // Logs may cut off long quotations.
  return theirs !== '' && ours !== '' && !theirs.startsWith(ours) && !ours.startsWith(theirs);
}

/** Tokenizes text as VS Code does, with the project's grammars, `vscode-textmate` and the regular expression engine Oniguruma. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { type IGrammar, INITIAL, type IOnigLib, type IRawGrammar, type ITokenTypeMap, Registry } from 'vscode-textmate';

export const root = join(import.meta.dirname, '../..');
export const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

export interface Piece {
  readonly text: string;
  /** The scopes from the outermost to the innermost. */
  readonly scopes: readonly string[];
  /** The offset in the whole text. */
  readonly at: number;
}

/**
 * Replaces the editor's grammars of other languages. Like those grammars, its rules do not know control tokens. A construct that is opened
 * continues over several lines until it is closed.
 */
const other = (scopeName: string): IRawGrammar => {
  const language = scopeName.split('.')[1] ?? '';
  return {
    scopeName,
    patterns: [
      { match: '([\\w.]+)(?=:)', name: `entity.name.tag.${language}` },
      { match: '\\b(?:def|const|SELECT)\\b', name: `keyword.control.${language}` },
      { begin: '"""', end: '"""', name: `string.quoted.triple.${language}` },
      { begin: '"', end: '"', name: `string.quoted.double.${language}` },
      { begin: '/\\*', end: '\\*/', name: `comment.block.${language}` },
      { begin: '\\[', end: '\\]', name: `meta.flow-sequence.${language}`, patterns: [{ include: '$self' }] },
      { begin: '[|>]$', end: '(?!)', name: `string.unquoted.block.${language}` },
    ],
    repository: { $self: {}, $base: {} } as unknown as IRawGrammar['repository'],
  };
};

let engine: Promise<IOnigLib> | undefined;

async function loadEngine(): Promise<IOnigLib> {
  const wasm = createRequire(join(root, 'package.json')).resolve('vscode-oniguruma/release/onig.wasm');
  await loadWASM({ data: readFileSync(wasm) });
  return { createOnigScanner, createOnigString };
}

async function load(tokenTypes: ITokenTypeMap = {}): Promise<IGrammar> {
  engine ??= loadEngine();
  const registry = new Registry({
    onigLib: engine,
    loadGrammar: async (name) => (name === 'source.ocml' ? readJson('syntaxes/ocml.tmLanguage.json') : other(name)),
  });
  const grammar = await registry.loadGrammarWithConfiguration('source.ocml', 1, { tokenTypes });
  if (!grammar) throw new Error('no grammar');
  return grammar;
}

let loaded: Promise<IGrammar> | undefined;

/** Returns the pieces of a text line by line, without line breaks. */
export async function tokenize(text: string): Promise<Piece[]> {
  loaded ??= load();
  return piecesOf(text, await loaded);
}

/** Returns the pieces of Markdown, with the injected grammar for fences. The editor's own Markdown grammar is not loaded. */
export async function fenced(text: string): Promise<Piece[]> {
  engine ??= loadEngine();
  const grammars: Readonly<Record<string, IRawGrammar>> = {
    'source.ocml': readJson('syntaxes/ocml.tmLanguage.json'),
    'markdown.ocml.codeblock': readJson('syntaxes/markdown-fences.tmLanguage.json'),
    'text.html.markdown': { ...other('text.html.markdown'), patterns: [] },
  };
  const registry = new Registry({
    onigLib: engine,
    loadGrammar: async (name) => grammars[name] ?? other(name),
    getInjections: (name) => (name === 'text.html.markdown' ? ['markdown.ocml.codeblock'] : undefined),
  });
  return piecesOf(text, (await registry.loadGrammar('text.html.markdown')) as IGrammar);
}

/** Returns the pieces of a chat template. */
export async function tokenizeJinja(text: string): Promise<Piece[]> {
  engine ??= loadEngine();
  const scope = 'source.jinja.chat-template';
  const loadGrammar = async () => readJson('syntaxes/jinja.tmLanguage.json');
  const registry = new Registry({ onigLib: engine, loadGrammar });
  return piecesOf(text, (await registry.loadGrammar(scope)) as IGrammar);
}

function piecesOf(text: string, grammar: IGrammar): Piece[] {
  const pieces: Piece[] = [];
  let stack = INITIAL;
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex);
      if (piece !== '') pieces.push({ text: piece, scopes, at: lineStart + startIndex });
    }
    stack = ruleStack;
    lineStart += line.length + 1;
  }
  return pieces;
}

const typeNames = { other: 0, comment: 1, string: 2 } as const;
export type TokenType = keyof typeof typeNames;

/** Returns the token type that the editor assigns to each character of a line, according to the `tokenTypes` of the manifest. */
export async function tokenizeTypes(
  line: string,
  tokenTypes: Readonly<Record<string, TokenType>>,
): Promise<TokenType[]> {
  const numbers = Object.fromEntries(Object.entries(tokenTypes).map(([selector, type]) => [selector, typeNames[type]]));
  const { tokens } = (await load(numbers)).tokenizeLine2(line, INITIAL);
  const names = Object.keys(typeNames) as TokenType[];
  const types: TokenType[] = [];
  for (let i = 0; i < tokens.length; i += 2) {
    // The type is in bits 8 and 9 of the metadata.
    const type = names[((tokens[i + 1] as number) >>> 8) & 3] as TokenType;
    const end = tokens[i + 2] ?? line.length;
    while (types.length < end) types.push(type);
  }
  return types;
}

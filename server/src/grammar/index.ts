/**
 * The facts about the languages: the single source for the parser, highlighting, completion, hovers, snippets and documentation.
 * Facts for features that are loaded later are imported from their own files, so that the server starts without them.
 */
import { harmonyTokens } from './harmony.ts';
import { jsonDialects } from './json-files.ts';
import { llamaTokens } from './llama-3.ts';
import { chatmlTokens, mixedTokens } from './openchatml-0.1.ts';
import { controlTokens, thoughtMarkers } from './openchatml-2.2.ts';
import { phiTokens } from './phi-3.ts';
import type { DialectId, JsonDialectId, KnownDialectId, TokenFact } from './types.ts';

export * from './document-header.ts';
export * from './harmony.ts';
export * from './json-files.ts';
export * from './json-shapes.ts';
export * from './llama-3.ts';
export * from './message-profiles.ts';
export * from './openchatml-0.1.ts';
export * from './openchatml-2.2.ts';
export * from './phi-3.ts';
export * from './revision.ts';
export * from './semantic-tokens.ts';
export * from './shape-names.ts';
export * from './speakers.ts';
export * from './template-files.ts';
export * from './template-names.ts';
export * from './trainer-names.ts';
export type * from './types.ts';

/** All tokens in a document of 2.x, by the word between their bars. */
export const tokenByName: ReadonlyMap<string, TokenFact> = new Map(
  [...controlTokens, ...thoughtMarkers, ...mixedTokens].map((token) => [token.name, token]),
);

/** All tokens of OpenChatML 0.1, by the word between their bars. */
export const chatmlTokenByName: ReadonlyMap<string, TokenFact> = new Map(
  chatmlTokens.map((token) => [token.name, token]),
);

/** All tokens of each dialect. */
export const tokensOf: Readonly<Record<KnownDialectId, readonly TokenFact[]>> = {
  'openchatml-2.2': [...controlTokens, ...thoughtMarkers],
  harmony: harmonyTokens,
  'openchatml-0.1': chatmlTokens,
  llama3: llamaTokens,
  phi3: phiTokens,
};

const framing: readonly TokenFact['kind'][] = ['opener', 'part', 'terminator', 'literal', 'call'];

/**
 * Returns the framing tokens of other dialects, which do not belong in a document of a dialect with the tokens `dialectTokens`. Tokens that
 * may be at the edges of any text are excluded, since they may be those of a base model. So are tokens that other formats
 * also have, since ordinary text mentions them.
 */
export function foreignTo(dialectTokens: readonly TokenFact[]): readonly TokenFact[] {
  const all = [...new Set(Object.values(tokensOf).flat())];
  const names = new Set([...dialectTokens, ...all.filter(({ kind }) => kind === 'sequence')].map(({ name }) => name));
  return all
    .filter(({ name, kind, common }) => framing.includes(kind) && !common && !names.has(name))
    .map((token) => ({ ...token, kind: 'foreign', places: [], scope: 'invalid.illegal.foreign' }));
}

export const foreignTo2x = foreignTo(tokensOf['openchatml-2.2']);

/** The text dialects with facts in this folder, in the order in which they are documented. */
export const dialects: readonly KnownDialectId[] = ['openchatml-2.2', 'harmony', 'openchatml-0.1', 'llama3', 'phi3'];

/** All dialects, of text and of JSON. */
export const allDialects: readonly (KnownDialectId | JsonDialectId)[] = [...dialects, ...jsonDialects];

/** The names of the dialects in editors. `json` is JSON whose values are recognized by their content. */
export const dialectNames: Readonly<Record<KnownDialectId | JsonDialectId, string>> = {
  'openchatml-2.2': 'OpenChatML 2.2',
  harmony: 'Harmony',
  'openchatml-0.1': 'OpenChatML 0.1, ChatML',
  llama3: 'Llama 3',
  phi3: 'Phi-3',
  'chatml-wire': 'ChatML on the wire',
  'openchatml-json': 'JSON projection',
  messages: 'Message list',
  'stream-event': 'Stream events',
  json: 'JSON',
};

/** File name extensions that determine the dialect. */
export const fileDialects: readonly (readonly [ending: string, dialect: DialectId])[] = [['.harmony', 'harmony']];

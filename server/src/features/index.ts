/** The list of features. The server registers all of them. */
import { codeActions } from './code-actions.ts';
import { completion } from './completion.ts';
import { documentLinks } from './document-links.ts';
import { foldingRanges } from './folding.ts';
import { formatting, onTypeFormatting, rangeFormatting } from './formatting.ts';
import { graphFeatures } from './graph.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { selectionRanges } from './selection-ranges.ts';
import { semanticTokens, semanticTokensDelta, semanticTokensRange } from './semantic-tokens.ts';
import { signatureHelp } from './signature-help.ts';
import type { AnyFeature } from './support/feature.ts';
import { documentSymbols } from './symbols.ts';
import { userView } from './user-view.ts';

export type { Feature } from './support/feature.ts';

export const features: readonly AnyFeature[] = [
  hover,
  completion,
  signatureHelp,
  documentSymbols,
  foldingRanges,
  selectionRanges,
  documentLinks,
  inlayHints,
  semanticTokens,
  semanticTokensDelta,
  semanticTokensRange,
  codeActions,
  userView,
  ...graphFeatures,
  formatting,
  rangeFormatting,
  onTypeFormatting,
];

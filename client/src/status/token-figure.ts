/** Shows the number of tokens in the active transcript in its language status, a while after the last edit. */

import {
  type Disposable,
  type DocumentSelector,
  LanguageStatusSeverity,
  l10n,
  languages,
  type TextDocument,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Tokens } from '../../../protocol/token-counts.ts';
import { asName, asText } from '../notifications.ts';
import { sendRequest } from '../send-request.ts';

interface TokenFigure extends Disposable {
  /** Counts the tokens of a document soon. `selector`: selects that document. If the document is undefined, nothing is shown. */
  show(document: TextDocument | undefined, selector: DocumentSelector): void;
}

/** The maximum number of channels to list. */
const MAX_CHANNELS = 2;

export const number = (count: number): string => count.toLocaleString('en');

export function askTokens(client: LanguageClient, document: TextDocument): Promise<Tokens | null> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
  return sendRequest(client, 'ocml/tokens', { textDocument });
}

/**
 * `quiet`: the pause after a change before tokens are counted, in milliseconds. The first count takes longer, since it loads a vocabulary.
 */
export function createTokenFigure(client: LanguageClient, quiet = 1200): TokenFigure {
  const item = languages.createLanguageStatusItem('ocml.tokens', []);
  item.name = `OpenChatML: ${l10n.t('Tokens')}`;
  item.command = {
    command: 'workbench.action.openSettings',
    title: l10n.t('Change'),
    tooltip: l10n.t('Choose the encoding for counting tokens'),
    arguments: ['ocml.tokens'],
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let lastRequest = 0;
  /** The document whose number of tokens is shown. */
  let counted: TextDocument | undefined;

  async function count(document: TextDocument, selector: DocumentSelector): Promise<void> {
    const requestNumber = ++lastRequest;
    const tokens = await askTokens(client, document).catch(() => null);
    if (requestNumber !== lastRequest || tokens === null) return;
    counted = document;
    item.selector = selector;
    item.severity = tokens.error ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
    item.text = tokens.error ? l10n.t('Tokens are not counted') : formatTokens(tokens);
    item.detail = asText(tokens.error ?? [tokens.encoding, ...channels(tokens)].join(' · '));
  }

  return {
    show(document, selector) {
      clearTimeout(waiting);
      lastRequest++;
      // While the user types, the last number stays visible: a busy item would show a spinner after each keystroke.
      if (document === undefined || document !== counted) item.selector = [];
      if (document !== undefined) waiting = setTimeout(() => void count(document, selector), quiet);
    },
    dispose() {
      clearTimeout(waiting);
      item.dispose();
    },
  };
}

function formatTokens({ total, estimated }: Tokens): string {
  if (total === 1) return l10n.t('1 token');
  return estimated ? l10n.t('≈ {0} tokens', number(total)) : l10n.t('{0} tokens', number(total));
}

const channels = ({ channels: all }: Tokens) =>
  all.slice(0, MAX_CHANNELS).map(({ name, tokens }) => `${asName(name)} ${number(tokens)}`);

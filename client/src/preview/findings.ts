/** Moves between the findings about a training. */
import { l10n, window } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { sendRequest } from '../send-request.ts';
import type { Beside } from './beside.ts';
import { isBefore, type Training, type TrainingChoice } from './protocol.ts';
import { top } from './window.ts';

/** A step to the next finding (1) or to the previous one (-1). `inRows`: skips the other findings in the same row. */
export interface FindingStep {
  readonly step: number;
  readonly inRows: boolean;
}

interface FindingQuestion extends TrainingChoice {
  readonly textDocument: { readonly uri: string };
  readonly debug: boolean;
}

/**
 * Goes to a finding. The server searches for it, since the list of problems may be incomplete. `row`: the range of the row that the page
 * shows.
 */
export async function showFinding(
  client: LanguageClient,
  beside: Beside,
  question: FindingQuestion,
  row: NonNullable<Training['row']>['range'] | undefined,
  { step, inRows }: FindingStep,
): Promise<void> {
  const { cursor } = beside;
  // The page may show a different row than the one at the cursor.
  const isInRow = cursor && row && !isBefore(cursor, row.start) && !isBefore(row.end, cursor);
  const position = (isInRow ? cursor : row?.start) ?? cursor ?? top;
  const request = sendRequest(client, 'ocml/nextTrainingFinding', { ...question, position, step, inRows });
  const looking = window.setStatusBarMessage(l10n.t('Looking for the next finding…'), request);
  try {
    const nextTrainingFinding = await request;
    if (nextTrainingFinding?.position) await beside.reveal(nextTrainingFinding.position);
    else window.setStatusBarMessage(nextTrainingFinding?.error ?? l10n.t('There are no more findings'), 3000);
  } catch {
    // The request was canceled by a later one.
  } finally {
    looking.dispose();
  }
}

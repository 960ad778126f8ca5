/**
 * A transcript as text, Markdown or an HTML page, with the parts that an end user sees. The preview supplies the messages, and decides
 * which are shown.
 */

import type { Checker } from '../../checker/checker.ts';
import type { DocumentChecker } from '../../checker/document-checker.ts';
import type { JsonChecker } from '../../checker/json/checker.ts';
import type { AnyDocument } from '../../documents/document.ts';
import { answerChannel } from '../../grammar/index.ts';
import type { Aside } from '../../model/json/sessions/session.ts';
import { isShownOn } from '../../model/visibility/shown-on.ts';
import { byKind } from '../../syntax/any-document.ts';
import type { RowsShown } from '../json/conversations.ts';
import { jsonPart } from '../json.ts';
import { asideWords } from '../support/aside-words.ts';
import { wholeView } from '../user-view/user-view-answers.ts';
import type { LabelledMessage, ShownLayers, WholeView } from '../user-view.ts';
import { html } from './html.ts';
import { markdown } from './markdown.ts';
import { text } from './text.ts';

export const exportForms = { text, markdown, html };

export interface ExportOptions {
  readonly as: keyof typeof exportForms;
  /** Includes hidden messages, under a banner. */
  readonly debug: boolean;
  /** Only messages on this channel; messages without a channel count as being on `final`. */
  readonly channel?: string | undefined;
  /** Only messages of these roles, channels and tools, followed by a note that counts the others. */
  readonly only?: ShownLayers['only'];
  readonly preambles?: boolean;
  /** For a session: the conversation to export, named as in views. If omitted, the whole log is exported. */
  readonly branch?: string;
}

/**
 * The syntax of an export format, as functions that return pieces of the document. The pieces are concatenated without anything between
 * them.
 */
export interface ExportForm {
  begin(banner: string | undefined): string;
  message(message: LabelledMessage): string;
  /** The text before the messages of a conversation in a data set. `title`: its position, in words. */
  row(title: string): string;
  end(notes: readonly string[]): string;
}

const banner = 'Debug view: it contains text that end users must not see. Do not show it to them.';

/** Why a channel is not shown, if users do not see it (`E-PERM-VISIBILITY`, 2.2 §4, §14). */
export function whyNotShown({ channel, debug }: ExportOptions): string | undefined {
  if (debug || channel === undefined || isShownOn(channel)) return undefined;
  return `users do not see messages on the channel ${JSON.stringify(channel)}. Use --debug to show them under a warning banner.`;
}

/**
 * The document in pieces, some of which are empty. `checker`: holds the problems of the document; if omitted, problems are not counted.
 * Hidden messages are counted at the end, but not quoted. Returns the start of each row without messages (UTF-16 offsets).
 */
export function* exported(
  document: AnyDocument,
  options: ExportOptions,
  checker?: DocumentChecker,
): Generator<string, readonly number[]> {
  const { as, debug, channel } = options;
  const form: ExportForm = exportForms[as];
  const view = wholeViewOf(document, options, checker);
  const rowOf = rowsOf(document);
  let current: number | undefined;
  yield form.begin(debug ? banner : undefined);
  for (const message of view.messages) {
    const isWanted = message && (channel === undefined || (message.effectiveChannel ?? answerChannel) === channel);
    if (!isWanted) {
      yield '';
      continue;
    }
    const row = rowOf?.(message);
    if (row && row.index !== current) yield form.row(row.title);
    current = row?.index;
    yield form.message(message);
  }
  yield form.end([...leftOut(view), ...(debug ? [] : notesOf(view))]);
  return rowOf ? view.unread : [];
}

/** All messages of a document as users see them, rendered; with `debug`, also the hidden ones. */
export const wholeViewOf = byKind<[params: ShownLayers, checker?: DocumentChecker], WholeView>({
  text: (transcript, params, checker) => wholeView(transcript, params, checker as Checker | undefined),
  json: (document, params, checker) => jsonPart().wholeView(document, params, checker as JsonChecker | undefined),
});

/** The rows of a data set; undefined for any other document. */
const rowsOf = byKind<[], RowsShown | undefined>({
  text: () => undefined,
  json: (document) => jsonPart().rowsShown(document),
});

function leftOut({ left }: Pick<WholeView, 'left'>): string[] {
  if (left === 0) return [];
  return [`A filter hides ${left === 1 ? '1 message' : `${left} messages`}.`];
}

/** A phrase that follows "message": `on an abandoned branch`, `that was rolled back`. */
const outside = (aside: Aside, verb: string) =>
  aside === 'rolled-back' ? `${verb} ${asideWords[aside]}` : asideWords[aside];

/** A summary that is safe for users: it quotes nothing (2.2 §14). */
function notesOf({
  hidden,
  doubt,
  faulty,
  asides,
}: Pick<WholeView, 'hidden' | 'doubt' | 'faulty' | 'asides'>): string[] {
  const [is, messages] = hidden === 1 ? ['is', 'message'] : ['are', 'messages'];
  return [
    ...(hidden > 0 ? [`${hidden} ${messages} ${is} not for end users.`] : []),
    ...[...(asides ?? [])].map(([aside, count]) =>
      count === 1
        ? `1 message ${outside(aside, 'that was')} is not part of the conversation.`
        : `${count} messages ${outside(aside, 'that were')} are not part of the conversation.`,
    ),
    ...(doubt > 0
      ? [
          doubt === 1
            ? '1 message is hidden in full or in part, because it contains an error or may not be what it seems.'
            : `${doubt} messages are hidden in full or in part, because they contain an error or may not be what they seem.`,
        ]
      : []),
    ...(faulty > 0
      ? [faulty === 1 ? '1 hidden message contains an error.' : `${faulty} hidden messages contain errors.`]
      : []),
  ];
}

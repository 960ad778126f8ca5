/**
 * Exports a transcript as text, Markdown or an HTML page, with the parts that end users see. The preview supplies the messages, and decides
 * which of them are shown.
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
  /** Whether hidden messages are included, below a warning banner. */
  readonly debug: boolean;
  /** Exports only the messages on this channel. Messages without a channel count as messages on `final`. */
  readonly channel?: string | undefined;
  /** Exports only the messages of these roles, channels and tools, followed by a note with the number of omitted messages. */
  readonly only?: ShownLayers['only'];
  readonly preambles?: boolean;
  /** For a session: the conversation to export, by its id in views. By default, the whole log is exported. */
  readonly branch?: string;
}

/** The syntax of an export format, as functions that return pieces of the exported document. These pieces are concatenated directly. */
export interface ExportForm {
  begin(banner: string | undefined): string;
  message(message: LabelledMessage): string;
  /** The text before the messages of a conversation in a data set. `title`: the position of the conversation, such as `Line 3`. */
  row(title: string): string;
  end(notes: readonly string[]): string;
}

const banner = 'Debug view: it contains text that end users must not see. Do not show it to them.';

/** The reason why an export of the channel is refused, if users do not see that channel (`E-PERM-VISIBILITY`, 2.2 §4, §14). */
export function whyNotShown({ channel, debug }: ExportOptions): string | undefined {
  if (debug || channel === undefined || isShownOn(channel)) return undefined;
  return `users do not see messages on the channel ${JSON.stringify(channel)}. Use --debug to show them under a warning banner.`;
}

/**
 * Yields the exported document in pieces, some of which are empty, and returns the start of each row without messages (UTF-16 offsets).
 * Hidden messages are counted at the end, but not quoted. `checker`: the checker of the document. Without it, problems are not counted.
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

/** All messages of a document, rendered as users see them. With `debug`, the hidden messages are included. */
export const wholeViewOf = byKind<[params: ShownLayers, checker?: DocumentChecker], WholeView>({
  text: (transcript, params, checker) => wholeView(transcript, params, checker as Checker | undefined),
  json: (document, params, checker) => jsonPart().wholeView(document, params, checker as JsonChecker | undefined),
});

/** Returns the row of a message in a data set. Undefined for any other document. */
const rowsOf = byKind<[], RowsShown | undefined>({
  text: () => undefined,
  json: (document) => jsonPart().rowsShown(document),
});

function leftOut({ left }: Pick<WholeView, 'left'>): string[] {
  if (left === 0) return [];
  return [`A filter hides ${left === 1 ? '1 message' : `${left} messages`}.`];
}

/**
 * The phrase after "message" that says why it is not part of the conversation, such as `on an abandoned branch` or `that was rolled back`.
 */
const outside = (aside: Aside, verb: string) =>
  aside === 'rolled-back' ? `${verb} ${asideWords[aside]}` : asideWords[aside];

/** Notes about omitted messages. They quote nothing, so users may see them (2.2 §14). */
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

/** Assembles the answers in a file that is a stream of server-sent events. */

import type { AnyDocument } from '../../documents/document.ts';
import { assembled } from '../../stream/assembled.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import { documentKind } from '../../syntax/text-kind.ts';
import { InputFault } from '../input-fault.ts';
import { printAside } from '../output.ts';

/** The message of commands that change text, for a stream. A stream cannot be changed, since the text occurs only inside its events. */
export const streamInstead =
  'this file contains events or chunks streamed by a chat API. To assemble the messages, use `ocml convert --to messages` (or another format)';

/** A text, and the file name that determines its format. */
interface Named {
  readonly name: string;
  readonly text: string;
}

/**
 * The text of the answers. `added`: whether the text is assembled from a stream. In that case, positions in the text are not positions in
 * the file, and `name` is not the file's name.
 */
export interface Answers extends Named {
  readonly added: boolean;
}

/** Returns the answers in a text as JSON, one per line if there are several. A text that is not a stream is returned unchanged. */
export function answersIn(file: string, { name, text }: Named, command: string): Answers {
  if (!isEventStream(text)) return { name, text, added: false };
  const { answers, complete, unread, misshapen, gaps, errors } = assembled(text);
  if (answers.length === 0)
    throw new InputFault(
      `${file}: these stream events contain no message. To see how a server read the output, use \`ocml explain\``,
    );
  const notes = [
    ...(complete
      ? []
      : ['the stream ends before the server reports why the model stopped, so the last message is incomplete']),
    ...(gaps > 0
      ? [
          `the sequence numbers show that events are missing or came too late in ${gaps} ${gaps === 1 ? 'place' : 'places'}, so text is lost`,
        ]
      : []),
    ...(errors > 0
      ? [`in ${errors} ${errors === 1 ? 'event' : 'events'}, the server reports an error: \`ocml explain\` explains it`]
      : []),
    ...(misshapen > 0
      ? [
          `in ${misshapen} ${misshapen === 1 ? 'event' : 'events'}, \`content\` is an object instead of text, so text may be missing`,
        ]
      : []),
    ...(unread > 0
      ? [
          `${unread} ${unread === 1 ? 'event is skipped, because it is' : 'events are skipped, because they are'} not part of an answer`,
        ]
      : []),
  ];
  if (notes.length > 0) void printAside(notes.map((note) => `ocml ${command}: ${file}: ${note}`));
  const lines = answers.map((answer) => `${JSON.stringify(answer)}\n`);
  return { name: nameOfAnswers(lines.length), text: lines.join(''), added: true };
}

/** Returns a file name for a number of answers. Several answers are JSON Lines. */
export const nameOfAnswers = (count: number): string => (count > 1 ? 'stream.jsonl' : 'stream.json');

/**
 * Returns the reason why a document has no messages; undefined if it may have some. Used by commands that change or count messages, for
 * streams and for text that is not a transcript.
 */
export function whyNoMessages(document: AnyDocument): string | undefined {
  return without[documentKind(document)];
}

const without: Readonly<Record<ReturnType<typeof documentKind>, string | undefined>> = {
  json: undefined,
  transcript: undefined,
  other:
    'this is not a transcript: it has neither a control token nor a document header with `version`. To read it as a transcript anyway, give it a name that ends with `.ocml`',
  stream: streamInstead,
};

/** Builds the input of a template from a conversation, and reports what is lost. */
import { convertJson, type Note } from '../../convert/index.ts';
import { openDocument } from '../../documents/document.ts';
import { mayBeJson } from '../../documents/opening.ts';
import type { JsonDialectId } from '../../grammar/index.ts';
import { byKind } from '../../syntax/any-document.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { renamedText } from '../../syntax/json/row-names.ts';
import { givenBy, isGivable, type TemplateVariables } from '../../templates/input/conversation.ts';
import { type HiddenCounts, publicRequest, wholeRequest, wireRequest } from '../../templates/input/transcript.ts';
import { readNamed } from '../commands/one-file.ts';
import { Report } from '../convert/report.ts';
import { namesOfRows } from '../dialects.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { answersIn, whyNoMessages } from '../stream/answer-events.ts';
import { hiddenNotes } from './losses.ts';

/** The variables for a template, and the request as JSON. `continues`: whether the model is to continue the last message. */
export interface Conversation extends TemplateVariables {
  readonly json: string;
  readonly continues?: boolean;
}

export interface Reading {
  /** Whether to include content that users do not see. */
  readonly debug: boolean;
  /** Whether strings keep track of their origin. */
  readonly traces: boolean;
}

/** The dialect in which all content is visible to users. */
const wireDialect: JsonDialectId = 'chatml-wire';

/** The name of the conversion's target in messages to the user. */
const templateInput = 'a template';

/** Reads the conversation in an input, and reports content that the template does not receive. */
export async function conversationIn(
  source: Source,
  reading: Reading,
  complain: (note: string) => void,
): Promise<Conversation> {
  const { file } = source;
  const { text } = await readNamed(source);
  const answers = answersIn(file, { name: file, text }, 'render');
  if (!answers.added) {
    const names = mayBeJson(file, text) ? namesOfRows()(file) : undefined;
    return conversationOf(file, renamedText(text, names).text, reading, complain);
  }
  const { json, losses } = messagesOf(answers.text);
  // Positions in the assembled answers are not positions in the file.
  await reportLosses(`${file} (assembled answers)`, answers.text, losses);
  return conversationOf(answers.name, json, reading, complain);
}

async function conversationOf(
  file: string,
  text: string,
  { debug, traces }: Reading,
  complain: (note: string) => void,
): Promise<Conversation> {
  const reading = mayBeJson(file, text) ? readJson(text) : undefined;
  const [fault] = reading?.faults ?? [];
  if (reading && fault === undefined && isGivable(reading.root))
    return { ...givenBy(reading.root, text, traces), json: text };
  const request = requestOf(openDocument(file, 'ocml', 0, text, undefined), { file, debug });
  for (const note of request.hidden ? hiddenNotes(request.hidden) : []) complain(note);
  const { headerKeys = [] } = request;
  if (headerKeys.length > 0) complain(`the prompt does not contain the document header: ${headerKeys.join(', ')}`);
  await reportLosses(file, text, request.losses);
  const { json, continues = false } = request;
  return { ...givenBy(readJson(json).root as JsonNode, json, traces), json, continues };
}

/** A conversation as a request in JSON, and the losses in the conversion. */
interface Requested {
  readonly json: string;
  readonly continues?: boolean;
  readonly losses: readonly Note[];
  readonly headerKeys?: readonly string[];
  readonly hidden?: HiddenCounts;
}

const requestOf = byKind<[{ readonly file: string; readonly debug: boolean }], Requested>({
  text(transcript, { file, debug }) {
    const whyNone = whyNoMessages(transcript);
    if (whyNone !== undefined) throw new InputFault(`${file}: ${whyNone}`);
    const { request, ...others } = debug ? wholeRequest(transcript) : publicRequest(transcript);
    return { json: JSON.stringify(request), ...others };
  },
  json(document, { file }) {
    if (document.units.length > 1)
      throw new InputFault(
        `${file}: this is a data set, but a prompt is rendered from a single conversation. Pass one row, as in \`sed -n 1p FILE | ocml render --template NAME -\``,
      );
    const request = document.dialect === wireDialect ? wireRequest(document.getText()) : undefined;
    if (request === undefined)
      throw new InputFault(
        `${file}: this is neither a list of messages with \`role\` nor an object with \`messages\`. To create such a list, use \`ocml convert --to messages\``,
      );
    return request;
  },
});

/** Returns the messages assembled from a stream. If there are several answers, they remain a data set. */
function messagesOf(answers: string): { readonly json: string; readonly losses: readonly Note[] } {
  if (answers.trimEnd().includes('\n')) return { json: answers, losses: [] };
  const options = { to: 'messages', from: undefined, keepNames: false, bos: undefined } as const;
  const { output, notes } = convertJson(answers, options, true);
  if (!output || !('value' in output)) return { json: answers, losses: [] };
  return { json: JSON.stringify(output.value), losses: notes };
}

/** Reports each kind of loss with the position of its first occurrence, as `ocml convert` does. */
async function reportLosses(file: string, text: string, losses: readonly Note[]): Promise<void> {
  if (losses.length === 0) return;
  const document = openDocument('losses.ocml', 'ocml', 0, text, undefined);
  const report = new Report(file, templateInput, undefined);
  await report.add(
    losses.map((note) => ({
      note,
      offset: [note.start, note.end] as const,
      start: document.positionAt(note.start),
      end: document.positionAt(note.end),
    })),
  );
  await report.end();
}

/** The JSON projection (2.2 §10): an object for each message. */
import { answerChannel, modelRole } from '../../grammar/index.ts';
import { families } from '../../syntax/families/index.ts';
import { isRefusal, writeBody } from '../../write/index.ts';
import { calledTool, textOfPieces, type Utterance } from '../conversation.ts';
import { instructed } from '../declared.ts';
import { type Notes, usualCodes } from '../notes.ts';
import { identified } from '../pairs.ts';
import { isBody } from '../projected.ts';
import { noteOthers } from './dropped.ts';
import { noteEnd } from './ends.ts';
import { headerKeys } from './header.ts';
import { asText } from './parts.ts';
import type { Target } from './target.ts';
import { writable } from './values.ts';

export const projection: Target = {
  name: 'OpenChatML as JSON',
  codes: usualCodes,
  form: 'json',
  write(conversation, notes) {
    headerKeys(conversation, notes);
    const said = writable(
      identified(instructed(conversation.messages, conversation.declared, notes), conversation.idPrefix, notes),
      notes,
    );
    return { value: said.flatMap((one) => object(asText(one, notes), notes)) };
  },
};

function object(said: Utterance, notes: Notes): readonly Record<string, unknown>[] {
  if (noteEnd(said, notes)) return [];
  const { role, attributes, constraint } = said;
  const [to, id, name, intent, type] = ['to', 'call_id', 'name', 'intent', 'content_type'].map((key) =>
    attributes.get(key),
  );
  noteOthers(said, ['to', 'call_id', 'name', 'intent', 'content_type'], "OpenChatML's JSON", notes);
  const channel = said.channel ?? (role === modelRole ? answerChannel : undefined);
  const isCall = calledTool(said) !== undefined;
  const [kept, other] = isCall ? [constraint, type] : [type, constraint];
  const part = isCall ? 'content_type' : 'constraint';
  if (other !== undefined)
    notes.losePart(
      said,
      part,
      `The type \`${other}\` ${kept === undefined ? 'comes back in another place' : 'is dropped'}: an object has one \`content_type\`.`,
    );
  const body = contentOf(said, notes);
  const header = { role, ...(channel && { channel }), ...(intent && { intent }), ...(name && { name }) };
  if (!isCall)
    return [{ ...header, ...(id && { call_id: id }), ...(to && { to }), ...typed(kept ?? other), content: body }];
  return [{ ...header, tool_call: { id, recipient: to, ...typed(kept ?? other), arguments: body } }];
}

const typed = (type: string | undefined) => (type === undefined ? {} : { content_type: type });

function contentOf(said: Utterance, notes: Notes): string {
  const text = textOfPieces(said.pieces);
  if (!isBody(text)) return text;
  const body = writeBody({ ...said, source: undefined }, families['openchatml-2.2']);
  if (!isRefusal(body)) return body;
  notes.refusePart(said, body);
  return '';
}

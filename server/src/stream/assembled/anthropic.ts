/** Assembles a message from events of Anthropic's API. */

import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import { Arrived, ArrivedText, continued } from '../arrived.ts';
import { type Answer, type Data, parsed } from './assembled-answer.ts';

export class AnthropicMessage implements Answer {
  private message: Arrived | undefined;
  private readonly blocks = new Map<
    unknown,
    { readonly place: number; block: Data; readonly texts: Map<string, ArrivedText> }
  >();
  private reason: Arrived | undefined;
  isOver = false;

  receive(data: Data, position: number): boolean {
    const { type, message, index, content_block: block, delta } = data;
    if (type === 'message_start' && this.message === undefined && isObject(message)) {
      this.message = new Arrived(position, message);
      return true;
    }
    if (this.message === undefined || this.isOver) return false;
    if (type === 'content_block_start' && isObject(block))
      this.blocks.set(index, { place: position, block, texts: new Map() });
    else if (type === 'content_block_delta' && isObject(delta)) {
      const { type: _, ...more } = delta;
      const texts = this.blocks.get(index)?.texts;
      for (const [key, text] of Object.entries(more))
        if (typeof text === 'string') texts?.set(key, continued(texts.get(key), text, position));
    } else if (type === 'message_delta' && isObject(delta))
      this.reason = new Arrived(position, delta.stop_reason ?? null);
    else if (type === 'message_stop') this.isOver = true;
    else return type === 'content_block_stop' || type === 'ping';
    return true;
  }

  value(): unknown {
    if (this.message === undefined) return undefined;
    const content = [...this.blocks.values()].map(({ place, block, texts }) => {
      const { partial_json: json, ...rest } = Object.fromEntries(texts);
      const textEntries = Object.entries(rest).map(([key, text]) => [key, begunWith(getOwn(block, key), text, place)]);
      // Truncated arguments stay a string, which a rule then reports.
      const input = json && inputOf(json);
      return new Arrived(place, {
        ...block,
        ...Object.fromEntries(textEntries),
        ...(input !== undefined && { input }),
      });
    });
    return new Arrived(this.message.place, {
      ...(this.message.value as Data),
      content,
      stop_reason: this.reason ?? null,
    });
  }
}

/** Joins the text that a block had when it began with the text from its deltas. */
function begunWith(begun: unknown, text: ArrivedText, position: number): ArrivedText {
  if (typeof begun !== 'string' || begun === '') return text;
  const arrival = new ArrivedText().add(begun, position);
  for (const piece of text.pieces) arrival.add(piece.text, piece.place);
  return arrival;
}

function inputOf(json: ArrivedText): unknown {
  const value = parsed(json.text);
  return value === undefined ? json : new Arrived(json.pieces[0]?.place ?? 0, value);
}

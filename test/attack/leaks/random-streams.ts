/**
 * Generates random streams of chat APIs, of events of §9 and of raw text, with gaps, repetitions, changed order, roles, errors and unusual
 * values.
 */
import { isObject } from '../../../server/src/syntax/is-object.ts';
import { bareCalls, calls, canary, hiddenParts, marks, odd, thoughts } from './stream-samples.ts';

export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A part of an answer: its text, and whether it is the start or the end tag of a thought. */
interface Stretch {
  readonly text: string;
  readonly edge?: 'open' | 'close';
}

export interface Made {
  /** Whether the last event is missing. */
  readonly isCutOff: boolean;
  readonly input: readonly unknown[] | string;
  readonly words: readonly string[];
}

/** The index of the choice that consists only of a call. */
const callIndex = 20;

export class Maker {
  private words: string[] = [];
  private isCutOff = false;
  private isLossy = false;

  constructor(private readonly random: Random) {}

  make(): Made {
    const kinds = [
      () => this.chat(),
      () => this.responses(),
      () => this.anthropic(),
      () => this.passed(),
      () => this.raw(),
      () => this.current(),
      () => this.mixed(),
    ];
    const input = this.pick(kinds)();
    return { input, words: this.words, isCutOff: this.isCutOff };
  }

  private pick<T>(some: readonly T[]): T {
    return some[this.random(some.length)] as T;
  }

  private once(oneIn: number): boolean {
    return this.random(oneIn) === 0;
  }

  private word(): string {
    const word = `pub${this.words.length};`;
    this.words.push(word);
    return word;
  }

  /** Returns an answer as a model writes it, with thoughts and calls. */
  private answer(isLlama = false): Stretch[] {
    const stretches: Stretch[] = [];
    for (let count = 1 + this.random(3); count > 0; count--) {
      if (this.once(2)) {
        const [open, close] = this.pick(isLlama ? thoughts.slice(0, -1) : thoughts);
        stretches.push({ text: open, edge: 'open' }, { text: `\n${canary}\n` }, { text: close, edge: 'close' });
      }
      if (this.once(2)) stretches.push({ text: ` ${this.word()} ` });
      if (!isLlama && this.once(6)) stretches.push({ text: `\n${this.pick(calls)}\n` });
    }
    return stretches;
  }

  /** Splits parts of an answer at random offsets. The tags of thoughts stay whole, so that losing one piece never loses both. */
  private pieces(stretches: readonly Stretch[]): Stretch[] {
    return stretches.flatMap(({ text, ...more }): Stretch[] => {
      if (this.once(3)) return [{ text, ...more }];
      const at = this.random(text.length + 1);
      return [text.slice(0, at), text.slice(at)].filter(Boolean).map((piece) => ({ text: piece, ...more }));
    });
  }

  private error(): unknown {
    return this.pick([
      { error: { message: `bad ${canary}` } },
      { error: canary },
      { type: 'error', message: canary },
      { object: 'error', message: canary },
      { type: 'response.failed', response: { error: { message: canary } } },
      { event: 'response.cancel', message_id: 'm1', reason: canary },
      { event: 'tool.cancel', call_id: 'c', reason: canary },
      { type: 'content_block_delta', index: 9, delta: { type: 'text_delta', text: canary } },
      { type: 'content_block_delta', index: 9, delta: { type: 'thinking_delta', thinking: canary } },
      { type: 'message_start', message: { role: 'assistant', content: [{ type: 'text', text: canary }] } },
      canary,
      null,
      [{ delta: canary }],
    ]);
  }

  private chat(): unknown[] {
    const events: unknown[] = [];
    const hidden: unknown[] = [];
    const several = this.once(4) ? 1 + this.random(4) : 1;
    for (let index = 0; index < several; index++) {
      for (const { text } of this.pieces(this.answer())) {
        const asPart = this.once(8);
        const content = asPart ? [{ type: 'text', text }] : text;
        events.push({ choices: [{ index, delta: { content } }] });
      }
    }
    if (this.once(4))
      for (const { text } of this.pieces([{ text: this.pick(bareCalls) }]))
        hidden.push({ choices: [{ index: callIndex, delta: { content: text } }] });
    const others: unknown[] = [];
    for (let count = this.random(4); count > 0; count--) {
      const index = 10 + this.random(5);
      others.push(
        this.pick<() => unknown>([
          () => ({ choices: [{ index, delta: { content: canary, ...this.pick(marks) } }] }),
          () => ({ choices: [{ index, ...this.pick(marks), delta: { content: canary } }] }),
          () => ({ choices: [{ index, delta: { content: [this.pick(hiddenParts)] } }] }),
          () => ({ choices: [{ index, delta: { content: [{ type: 'text', text: canary, ...this.pick(marks) }] } }] }),
          () => ({ choices: [{ index: this.pick(odd), delta: { content: canary } }] }),
          () => ({ choices: [{ index, delta: { content: this.pick(odd.slice(0, 2)) } }, canary, null] }),
          () => ({ choices: [{ index, delta: { tool_calls: [{ index: 0, function: { arguments: canary } }] } }] }),
          () => ({
            choices: [
              { index, delta: { role: 'tool' } },
              { index, delta: { content: canary } },
            ],
          }),
        ])(),
      );
    }
    return this.disturbed(this.woven(this.merged(events, hidden), others));
  }

  /** Returns the events of a message of Anthropic with blocks of text, thoughts and calls, whose deltas may be interleaved. */
  private anthropic(): unknown[] {
    const delta = (index: unknown, one: object, more: object = {}) => ({
      ...{ type: 'content_block_delta', index, delta: one },
      ...more,
    });
    const begin = (index: number, block: object) => ({ type: 'content_block_start', index, content_block: block });
    const text = this.pieces(this.answer()).map((one) => delta(0, { type: 'text_delta', text: one.text }));
    const call = this.pieces([{ text: this.pick(bareCalls) }]).map((one) =>
      delta(1, { type: 'text_delta', text: one.text }),
    );
    const others = Array.from({ length: this.random(4) }, () =>
      this.pick<() => unknown>([
        () => delta(2, { type: 'thinking_delta', thinking: canary }),
        () => delta(3, { type: 'input_json_delta', partial_json: canary }),
        () => delta(3, { type: 'text_delta', text: canary }),
        () => delta(0, { type: 'citations_delta', citation: { cited_text: canary } }),
        () => delta(0, { type: 'thinking_delta', thinking: canary }),
        () => delta(4, { type: 'text_delta', text: canary, ...this.pick(marks) }),
        () => delta(4, { type: 'text_delta', text: canary }, this.pick(marks)),
        () => delta(9, { type: 'text_delta', text: canary }),
        () => delta(this.pick(odd), { type: 'text_delta', text: canary }),
        () => begin(5, { type: 'text', text: canary, ...this.pick(marks) }),
        () => begin(6, { type: 'redacted_thinking', data: canary }),
        () => begin(7, { type: 'web_search_tool_result', content: [{ type: 'text', text: canary }] }),
        () => begin(8, { type: canary, text: canary }),
      ])(),
    );
    return [
      { type: 'message_start', message: { type: 'message', role: 'assistant', content: [] } },
      ...[begin(0, { type: 'text', text: '' }), begin(1, { type: 'text', text: '' })],
      ...[begin(2, { type: 'thinking', thinking: '' }), begin(3, { type: 'tool_use', id: 't1', name: 'f', input: {} })],
      begin(4, { type: 'text', text: '' }),
      ...this.disturbed(this.woven(this.merged(text, call), others)),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ];
  }

  /** Merges two lists. Each keeps its order. */
  private merged(one: readonly unknown[], other: readonly unknown[]): unknown[] {
    const [left, right] = [[...one], [...other]];
    const all: unknown[] = [];
    while (left.length > 0 || right.length > 0) {
      const from = right.length === 0 || (left.length > 0 && this.once(2)) ? left : right;
      all.push(from.shift());
    }
    return all;
  }

  private responses(): unknown[] {
    const items = [0, 1].slice(0, 1 + this.random(2)).flatMap((place) =>
      this.pieces(this.answer()).map(({ text, edge }) => ({
        event: {
          type: this.once(9) ? 'response.refusal.delta' : 'response.output_text.delta',
          item_id: `i${place}`,
          output_index: place,
          content_index: 0,
          delta: text,
        },
        edge,
      })),
    );
    const hidden = Array.from({ length: this.random(3) }, () => {
      const id = `h${this.random(9)}`;
      return this.pick<() => object>([
        () => ({ type: 'response.reasoning_text.delta', item_id: id, delta: canary }),
        () => ({ type: 'response.function_call_arguments.delta', item_id: id, delta: canary }),
        () => ({ type: 'response.output_text.delta', item_id: id, delta: canary, ...this.pick(marks) }),
        () => ({ type: 'response.output_text.delta', item_id: {}, delta: canary }),
        () => ({ type: 'response.output_text.delta', item_id: id, output_index: this.pick(odd), delta: canary }),
        () => ({ type: 'response.output_text.delta', item_id: id, delta: [this.pick(hiddenParts)] }),
        () => ({ type: 'response.output_text.done', item_id: id, text: canary }),
        () => ({ type: 'response.output_item.done', item: { id, type: 'message', content: [{ text: canary }] } }),
      ])();
    });
    const events: Record<string, unknown>[] = [{ type: 'response.created', response: {} }];
    const edges: (Stretch['edge'] | undefined)[] = [undefined];
    for (const { event, edge } of items) {
      while (hidden.length > 0 && this.once(3)) {
        events.push(hidden.pop() as Record<string, unknown>);
        edges.push(undefined);
      }
      events.push(event);
      edges.push(edge);
    }
    events.push({ type: 'response.completed', response: {} });
    edges.push(undefined);
    const first = this.once(6) ? this.random(2000) : 0;
    const numbered = events.map((event, i) => ({ ...event, sequence_number: first + i }));
    let left = numbered.map((event, i) => ({ event, edge: edges[i] }));
    if (this.once(3)) {
      this.isLossy = true;
      // The test does not check lost text, so a thought keeps at least one of its tags.
      const kept = this.once(2) ? 'open' : 'close';
      left = left.filter(({ edge }) => edge === kept || !this.once(4));
    }
    this.isCutOff = left.at(-1)?.event !== numbered.at(-1);
    const sent = left.map(({ event }): unknown => event);
    if (this.once(4)) sent.splice(this.random(sent.length), 0, ...sent.slice(0, this.random(sent.length)));
    if (this.once(4)) for (let i = sent.length - 1; i > 0; i--) swap(sent, i, Math.max(0, i - this.random(9)));
    if (this.once(9)) {
      // For the same reason, the tags of thoughts are not changed here.
      for (const { event, edge } of left)
        if (edge === undefined && this.once(5))
          (event as { sequence_number: unknown }).sequence_number = this.pick(odd);
    }
    return this.once(6) ? this.woven(sent, [this.error()]) : sent;
  }

  private passed(): unknown[] {
    const events: unknown[] = [];
    const event = (delta: unknown, more: object = {}) => ({
      event: 'response.delta',
      message_id: 'm1',
      channel: 'final',
      delta,
      ...more,
    });
    for (const { text } of this.pieces(this.answer())) {
      events.push(event(text));
      if (this.once(6)) events.push({ event: 'response.delta.flush', message_id: 'm1' });
    }
    const hidden = Array.from({ length: this.random(4) }, () =>
      this.pick<() => unknown>([
        () => event(canary, { message_id: 'm2', ...this.pick(marks) }),
        () => event(canary, { message_id: {} }),
        () => event([canary], { message_id: 'm3' }),
        () => ({ event: 'debug.delta', message_id: 'm1', delta: canary }),
        () => ({ event: 'debug', reason: canary }),
        () => ({ event: canary, delta: canary }),
      ])(),
    );
    return this.disturbed(this.woven(events, hidden));
  }

  private raw(): string {
    const frames = [
      ['<|im_start|>', '\n', '<|im_end|>\n'],
      ['<|start_header_id|>', '<|end_header_id|>\n\n', '<|eot_id|>'],
    ] as const;
    if (this.once(2)) {
      const [opener, header, end] = this.pick(frames);
      // In Llama 3, no text is for users after a call, or near a marker of OpenChatML.
      const body = this.answer(opener !== '<|im_start|>')
        .map(({ text }) => text)
        .join('');
      return `${opener}system${header}${canary}${end}${opener}assistant${header}${body}${end}`;
    }
    const final = `<|start|>assistant<|channel|>final<|message|>${this.word()}<|end|>`;
    return `<|start|>assistant<|channel|>analysis<|message|>${canary}<|end|><|start|>tool name=functions.f<|message|>${canary}<|end|>${final}`;
  }

  /** Returns a transcript of OpenChatML 2.2 with visible messages among hidden ones. */
  private current(): string {
    const hidden = [
      `system<|message|>${canary}`,
      `developer<|message|>${canary}`,
      `assistant<|channel|>analysis<|message|>${canary}`,
      `assistant<|channel|>commentary<|message|>${canary}`,
      `assistant to=functions.f call_id=c1<|channel|>commentary <|constrain|>json<|message|>{"q": "${canary}"}`,
      `tool name=functions.f call_id=c1<|channel|>commentary<|message|>${canary}`,
      `assistant<|channel|>final<|message|><|start_reason|>${canary}<|end_reason|>`,
      `assistant intent=debug<|channel|>final<|message|>${canary}`,
    ];
    const message = () => {
      if (!this.once(3)) return this.pick(hidden);
      const first = this.word();
      const thought = this.once(3) ? `<|start_reason|>${canary}<|end_reason|>` : '';
      const literal = this.once(4) ? `<|literal|>${this.word()} <|end|><|endliteral|> ` : '';
      return `assistant<|channel|>final<|message|>${first} ${literal}${thought} ${this.word()}`;
    };
    return Array.from({ length: 1 + this.random(6) }, () => `<|start|>${message()}<|end|>`).join(this.pick(['', '\n']));
  }

  private mixed(): unknown[] {
    const kinds = [() => this.chat(), () => this.responses(), () => this.passed()];
    const sent = this.pick(kinds)();
    const {
      words: { length: words },
      isCutOff,
    } = this;
    const isWhole = !this.isLossy;
    const others = [this.error(), ...this.pick(kinds)()]
      .slice(0, 3)
      .filter((one) => !holdsAnswer(one))
      // With a number, an event of another response could take the place of a lost event.
      .map((one) => (isWhole || !isObject(one) ? one : { ...one, sequence_number: undefined }));
    // The words of the other response are not sent.
    this.words.length = words;
    this.isCutOff = isCutOff;
    return this.woven(sent, others);
  }

  private disturbed(events: unknown[]): unknown[] {
    return this.once(6) ? this.woven(events, [this.error()]) : events;
  }

  /** Returns the events in order, with the `others` inserted at random positions. */
  private woven(events: readonly unknown[], others: readonly unknown[]): unknown[] {
    const all = [...events];
    for (const other of others) all.splice(this.random(all.length + 1), 0, other);
    return all;
  }
}

/** Whether an event is a part of an answer. In another position, it would have another meaning. */
const holdsAnswer = (event: unknown) => {
  const text = JSON.stringify(event) ?? '';
  return !/CANARY/.test(text) || /\\n/.test(text) || text.includes(`"index":${callIndex}`);
};

function swap(all: unknown[], one: number, other: number): void {
  [all[one], all[other]] = [all[other], all[one]];
}

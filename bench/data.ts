/** Generates transcripts for measurements. They are the same in each run, and have about the same mix of messages as real ones. */
import { randomFrom } from '../test/support/random.ts';

export type Script = 'ASCII' | 'Cyrillic and CJK';

const latin =
  'the a of to in model weather result request answer user should check first then call tool because value list ' +
  'error temperature city forecast maybe so next data return number path server file line token header message time';
const other =
  'модель погода результат запрос ответ пользователь сначала потом вызов инструмент значение список ошибка город ' +
  '天気 予報 結果 请求 回答 用户 应该 检查 首先 然后 调用 工具 数据 服务器 文件 和 в на из что как это';
const words: Record<Script, readonly string[]> = { ASCII: latin.split(' '), 'Cyrillic and CJK': other.split(' ') };

class Writer {
  private readonly random = randomFrom(20_250_731);
  private readonly words: readonly string[];
  private calls = 0;

  constructor(script: Script) {
    this.words = words[script];
  }

  /** Returns about `length` units of prose, with line breaks as models write them. With `glued`, it is on one line. */
  prose(length: number, glued = false): string {
    let text = '';
    while (text.length < length) {
      const word = this.words[Math.floor(this.random() * this.words.length)] as string;
      const end = this.random();
      text += word + (end < 0.06 ? '. ' : end < 0.09 && !glued ? '.\n' : end < 0.1 && !glued ? ':\n\n- ' : ' ');
    }
    return text.trimEnd();
  }

  /** Returns a JSON object with a list of small objects, about `length` units long. */
  json(length: number): string {
    const items: object[] = [];
    for (let size = 0; size < length; ) {
      const item = {
        id: items.length,
        name: this.prose(12, true),
        score: Math.round(this.random() * 1000) / 10,
        ok: true,
      };
      size += JSON.stringify(item).length + 1;
      items.push(item);
    }
    return `{"ok":true,"content":${JSON.stringify(items)},"error":null}`;
  }

  /** Returns a user's question, reasoning, often a call with its reply, and an answer: at most five messages. */
  turn(glue = '\n'): string {
    const glued = glue === '';
    const prose = (length: number) => this.prose(length * (0.3 + 1.4 * this.random()), glued);
    const parts = [`<|start|>user<|message|>${prose(250)}<|end|>`];
    parts.push(`<|start|>assistant<|channel|>analysis<|message|>${prose(600)}<|end|>`);
    if (this.random() < 0.7) parts.push(this.call(glued), this.reply(prose(20).length * 30));
    parts.push(`<|start|>assistant<|channel|>final<|message|>${prose(700)}<|end|>`);
    return parts.join(glue) + glue;
  }

  call(glued: boolean): string {
    const args = JSON.stringify({
      city: this.prose(8, true),
      days: Math.floor(this.random() * 9),
      note: this.prose(40, true),
    });
    const id = glued ? '' : ` call_id=c${++this.calls}`;
    return `<|start|>assistant to=functions.lookup${id}<|channel|>commentary<|constrain|>json<|message|>${args}<|call|>`;
  }

  reply(length: number): string {
    const name = `<|start|>tool name=functions.lookup call_id=c${this.calls} to=assistant`;
    return `${name}<|channel|>commentary<|message|>${this.json(length)}<|end|>`;
  }
}

const opening =
  'version: 2.2\nmodel: bench\n<|start|>developer<|message|># Tools\n\n## functions\n\nnamespace functions {\n\n' +
  'type lookup = (_: { city: string, days?: number, note?: string }) => any;\n\n} // namespace functions<|end|>\n';

/** Mistakes of the usual kinds. Every document contains them once, however long it is. */
const mistakes =
  '<|start|>user<|message|>What does <|end do?<|end|>\nstray\n<|start|>assistant<|channel|>finale<|message|>Hm.<|end|>\n' +
  '<|start|>tool name=functions.lookup call_id=lost<|message|>{"ok": true,}<|end|>\n';

/** Joins parts into a string that is stored contiguously, like the text in a message from a client. */
function flat(parts: readonly string[]): string {
  return Buffer.from(parts.join('')).toString();
}

/** Returns a function that writes prose of about the requested length (UTF-16 units). The texts are the same in each run. */
export function proseWriter(): (length: number) => string {
  const writer = new Writer('ASCII');
  return (length) => writer.prose(length);
}

/**
 * Returns a 2.2 transcript of about `megabytes` (UTF-8), with messages of a few hundred characters. `middle`: text to insert in its middle.
 */
export function conversation(megabytes: number, script: Script, middle = ''): string {
  const writer = new Writer(script);
  const half = (): string[] => {
    const parts: string[] = [];
    for (let size = 0; size < megabytes * 5e5; ) {
      const turn = writer.turn();
      size += Buffer.byteLength(turn);
      parts.push(turn);
    }
    return parts;
  };
  return flat([opening, mistakes, ...half(), middle, ...half()]);
}

/** Returns a conversation with one message of 170 KB in its middle. */
export function withLongMessage(megabytes: number, script: Script, body: 'prose' | 'JSON'): string {
  const writer = new Writer(script);
  const long = body === 'JSON' ? writer.json(170_000) : writer.prose(170_000);
  return conversation(megabytes, script, `<|start|>user<|message|>${long}<|end|>\n`);
}

/** Returns a conversation with a long call in its middle. The call's arguments are a list of 170 KB, followed by an empty key. */
export function withLongCall(megabytes: number): string {
  const { content } = JSON.parse(new Writer('ASCII').json(170_000)) as { content: unknown };
  const header = '<|start|>assistant to=functions.lookup call_id=long<|channel|>commentary<|constrain|>json<|message|>';
  return conversation(megabytes, 'ASCII', `${header}{"list": ${JSON.stringify(content)}, "": 1}<|call|>\n`);
}

/** Returns an offset inside the empty key of a text from `withLongCall`. */
export const inLongCall = (text: string): number => text.indexOf(', "": 1}<|call|>') + ', "'.length;

/** Returns a transcript that consists only of calls and their replies. */
export function calls(count: number): string {
  const writer = new Writer('ASCII');
  return flat([opening, ...Array.from({ length: count }, () => `${writer.call(false)}\n${writer.reply(60)}\n`)]);
}

/** Returns function calls and outputs of OpenChatML 0.1, in turns. */
export function functionCalls(count: number): string {
  const pair = (i: number) =>
    `<|im_start|>assistant\n<|function_call|>\n{"arguments": {"n": ${i}}, "name": "f${i % 7}"}\n<|im_end|>\n` +
    `<|im_start|>tool\n<|function_output|>\n{"name": "f${i % 7}", "content": ${i}}\n<|im_end|>\n`;
  return flat(Array.from({ length: count }, (_, i) => pair(i)));
}

/** Returns the log of a program, which contains nothing that could be a token. */
export function log(megabytes: number): string {
  const line = (i: number) =>
    `2025-01-01 12:00:${i} request ${i * 7} took ${i % 97} ms, and this is the rest of the line\n`;
  return flat(Array.from({ length: Math.round((megabytes * 1e6) / line(1e5).length) }, (_, i) => line(i)));
}

/** Returns a Harmony log on a single line. */
export function oneLine(megabytes: number): string {
  const writer = new Writer('ASCII');
  const parts: string[] = [];
  for (let size = 0; size < megabytes * 1e6; ) {
    const turn = `${writer.turn('').replace(/<\|start\|>tool name=(\S+) call_id=\S+/g, '<|start|>$1')}`;
    size += turn.length;
    parts.push(turn);
  }
  return flat(parts);
}

/** Returns an offset in the body of the first answer after the middle. */
export function inAnswer(text: string): number {
  const answer = '<|channel|>final<|message|>';
  return text.indexOf(answer, text.length >> 1) + answer.length + 40;
}

/** Returns an offset in the middle of the longest message. */
export function inLongMessage(text: string): number {
  let longest = 0;
  let at = 0;
  for (let from = 0, to = text.indexOf('<|end|>'); to >= 0; from = to, to = text.indexOf('<|end|>', to + 1)) {
    if (to - from > longest) [longest, at] = [to - from, from + ((to - from) >> 1)];
  }
  // The offset after a space is between two words of prose, or inside a string in JSON.
  return text.indexOf(' ', at) + 1;
}

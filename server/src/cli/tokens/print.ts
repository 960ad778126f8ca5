/** Prints the token counts of messages as they arrive, and the totals at the end. */
import { print } from '../output.ts';
import type { TokensOutput } from '../printed-json.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { CountedMessage } from './tokens-stretch.ts';

interface TokenPrinter {
  messages(some: readonly CountedMessage[]): Promise<void>;
  /**
   * Prints the totals. `outside`: the number of tokens outside messages. `markers`: with a vocabulary from a file, the number of tokens for
   * each marker.
   */
  end(outside: number, markers: ReadonlyMap<string, number> | undefined): Promise<void>;
}

/** The totals of the printed counts; those by channel are sorted, the largest first. */
class Sums {
  total = 0;
  private readonly byChannel = new Map<string, number>();

  add(messages: readonly CountedMessage[]): void {
    for (const { channel, tokens } of messages) {
      this.total += tokens;
      if (channel !== undefined) this.byChannel.set(channel, (this.byChannel.get(channel) ?? 0) + tokens);
    }
  }

  get channels(): [name: string, tokens: number][] {
    return [...this.byChannel].sort(([, a], [, b]) => b - a);
  }
}

const row = (tokens: number, what: string) => `${String(tokens).padStart(9)}  ${what}`;

function asText({ name }: Vocabulary): TokenPrinter {
  const sums = new Sums();
  return {
    async messages(some) {
      sums.add(some);
      await print(
        some.map(({ line, role = '?', channel, tokens }) =>
          row(tokens, `line ${line}: ${role}${channel ? ` on ${channel}` : ''}`),
        ),
      );
    },
    async end(outside, markers) {
      await print([
        ...(outside > 0 ? [row(outside, 'outside messages')] : []),
        ...sums.channels.map(([channel, tokens]) => row(tokens, `on ${channel}`)),
        row(sums.total + outside, `in total, with ${name}`),
        ...severalIn(markers),
      ]);
    },
  };
}

/** Prints JSON. The totals follow the messages, so that messages need not be kept. */
function asJson({ name }: Vocabulary): TokenPrinter {
  const sums = new Sums();
  let opener = `{\n  "encoding": ${JSON.stringify(name)},\n  "messages": [`;
  return {
    async messages(some) {
      sums.add(some);
      const lines = some.map((one, i) => `${i === 0 ? opener : ','}\n    ${JSON.stringify(one)}`);
      if (some.length > 0) opener = ',';
      await print({ json: lines.join('') });
    },
    async end(outside, markers) {
      const rest: Omit<TokensOutput, 'encoding' | 'messages'> = {
        total: sums.total + outside,
        outside,
        channels: Object.fromEntries(sums.channels),
        ...(markers && { markers: Object.fromEntries(markers) }),
      };
      const isEmpty = opener !== ',';
      await print({ json: `${isEmpty ? opener : '\n  '}],${JSON.stringify(rest, null, 2).slice(1)}\n` });
    },
  };
}

export const tokenPrinters = { text: asText, json: asJson };

function severalIn(markers: ReadonlyMap<string, number> = new Map()): string[] {
  const several = [...markers].filter(([, tokens]) => tokens !== 1);
  if (markers.size === 0) return [];
  if (several.length === 0) return ['Every marker is one token.'];
  return [
    'Markers that this tokenizer does not know (several tokens each):',
    ...several.map(([marker, tokens]) => `${String(tokens).padStart(9)}  ${marker}`),
  ];
}

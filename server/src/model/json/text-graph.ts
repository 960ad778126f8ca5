/**
 * Finds the symbols of transcripts that are strings in JSON, for the call graph. Each transcript is treated as a separate
 * document.
 */
import type { JsonReading } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import type { Span } from '../../syntax/span.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { endsExchange } from '../calls/exchange.ts';
import type { GraphFacts, Half, Mention } from '../graph/facts.ts';
import { graphFacts } from '../graph/index.ts';
import { textColumn } from './shapes/text-column.ts';

/**
 * Returns the facts of the transcripts. `scopeOf`: returns a new prefix that keeps the names of one transcript separate from
 * those of others.
 */
export function textFacts({ text, root }: JsonReading, scopeOf: () => string): GraphFacts {
  const halves: Half[] = [];
  const mentions: Mention[] = [];
  for (const string of textColumn(root).texts) {
    const scope = scopeOf();
    const source = sourceOffsets(text, string);
    let start = 0;
    let stretch = 0;
    for (const block of new Transcript('', 'ocml', 0, string.value, { unsettled: 'harmony' }).blocks) {
      const at = start;
      const moved = (span: Span) => ({
        start: source[at + span.start] as number,
        end: source[at + span.end] as number,
      });
      const facts = graphFacts(block);
      if (endsExchange(block)) stretch++;
      const movedHalves = new Map(
        facts.halves.map((half) => {
          const { thread } = half;
          // In text, the calls and replies in each stretch of messages are paired separately.
          const order = thread?.by === 'order' ? `${stretch}:` : '';
          const within = thread && { ...thread, key: `${scope}${order}${thread.key}` };
          return [half, { ...half, ...moved(half), at: moved(half.at), thread: within }] as const;
        }),
      );
      for (const half of movedHalves.values()) halves.push(half);
      for (const mention of facts.mentions)
        mentions.push({
          ...mention,
          ...moved(mention),
          key: scope + mention.key,
          half: mention.half && movedHalves.get(mention.half),
        });
      start += block.text.length;
    }
  }
  return { halves, mentions, onOneLine: true };
}

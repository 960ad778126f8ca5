import { functionParts } from '../model/calls/functions.ts';
import { taggedParts } from '../model/calls/tagged-parts.ts';
import { headerInfo } from '../model/message.ts';
import { outerTokens } from '../model/sequence.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import type { MessageHeader } from '../syntax/message-header.ts';
import { nearlyThis } from '../syntax/tokens/expected-tokens.ts';
import type { TokenLike } from '../syntax/tokens/token-like.ts';
import { IM_END, IM_START, START } from '../syntax/tokens/tokens.ts';
import { quote } from '../syntax/wording.ts';
import { misspelledIn } from './support/misspelled-end.ts';
import { opener } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a message that begins in the middle of its header (2.2 §6, A-136). */
export const rule: Rule = {
  code: 'start-missing',
  title: 'Message without its opener',
  section: '2.2 §3, §6',
  level: 'error',
  needs: ['channels'],
  message: {
    when: Aspect.Openerless,
    check({ block, header }, _context, report) {
      if (!has(block, Trait.StartMissing)) return;
      const first = opener(block);
      const openerText = block.text.slice(first.start, first.end);
      const { token, inPlaceOf } = lostOpener(header);
      report(
        first,
        inPlaceOf
          ? `${quote(openerText)} is a channel, but \`${token}\` belongs here. Write \`${token}\` instead.`
          : `A message begins here without its opener, so other parsers fail here. Insert \`${token}\` before ${quote(openerText)}.`,
      );
    },
  },
  forms: [
    {
      // Reports an `<|im_end|>` where no message is open (0.1 §2).
      needs: ['files'],
      gap: {
        check(block, _from, _context, report) {
          // If an `<|im_end|>` in the JSON of a call has ended the message too early, this is reported at the call.
          if (block.kind === 'message' && endsInCall(block)) return;
          const misspelled = misspelledIn(block);
          let from = block.end;
          for (const { token, start, end } of outerTokens(block)) {
            if (token !== IM_END) continue;
            // A misspelled opener is reported where it is.
            if (misspelled(from, start, IM_START.name)) continue;
            const typo = nearlyThis(block, from, start, IM_START);
            const hasText = /\S/.test(block.text.slice(from, start));
            if (typo) report(typo, misspelledOpener(block.text, typo));
            else report({ start, end }, hasText ? withoutBeginning : 'No message is open here. Remove this token.');
            from = end;
          }
        },
      },
    },
  ],
};

/** Whether a message ends in the middle of a call. */
function endsInCall(block: Block): boolean {
  const { role } = headerInfo(block);
  const tagged = taggedParts(block, role).at(-1);
  if (tagged?.name === 'tool_call' && tagged.close === undefined) return true;
  return functionParts(block, role).at(-1)?.error?.code === 'string-unclosed';
}

const withoutBeginning =
  'This token ends a message that has no beginning. If the text before it is an answer from a model, insert `<|im_start|>assistant` and a line break before that text; otherwise, use the role of its author instead of `assistant`.';

function misspelledOpener(text: string, { start, end, token }: TokenLike): string {
  return `${quote(text.slice(start, end))} is a misspelled ${quote(token.text)}, so the message that begins here is lost. Write ${quote(token.text)}.`;
}

/**
 * The beginning that a message without its opener lacks. `inPlaceOf`: whether it replaces the first word, which is the name of a channel.
 */
export function lostOpener({ role, text }: MessageHeader): { readonly token: string; readonly inPlaceOf: boolean } {
  const hasRole = role !== undefined && role.end > role.start;
  return {
    token: hasRole ? START.text : `${START.text}assistant`,
    inPlaceOf: !hasRole && !/^(?:<\||to=|$)/.test(text),
  };
}

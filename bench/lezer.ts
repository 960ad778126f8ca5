/**
 * A Lezer grammar for the same message frames: tokens, headers, bodies and gaps. It has no escapes, no literal blocks and no recovery of
 * its own.
 */
import { buildParser } from '@lezer/generator';

export const parser = buildParser(
  `
@top Transcript { Gap? Message* }
Message { Start Header MessageMark Body? (End | Call | Return) Gap? }
Header { (text | Channel | Constrain)+ }
Body { text+ }
Gap { text+ }
@tokens {
  Start { "<|start|>" }
  Channel { "<|channel|>" }
  Constrain { "<|constrain|>" }
  MessageMark { "<|message|>" }
  End { "<|end|>" }
  Call { "<|call|>" }
  Return { "<|return|>" }
  text { ![<]+ | "<" }
  @precedence { Start, Channel, Constrain, MessageMark, End, Call, Return, text }
}
`,
);

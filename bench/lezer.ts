/** A Lezer grammar for the same frames: tokens, headers, bodies and gaps, without escapes, literal blocks or custom recovery. */
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

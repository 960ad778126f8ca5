/**
 * Observed results of the reference parser: every error message, and every form of header and message. In a text, `«` marks the beginning
 * of the rejected message, and `$0` the token at which the parser stops.
 */
export interface Fixture {
  readonly text: string;
  /** The mode in which the result was observed. By default, both modes give this result. */
  readonly mode?: 'strict' | 'lenient';
  /** The messages as `role(name) >recipient #channel :type =body`, without parts that are missing, followed by the error, if any. */
  readonly expected: readonly string[];
}

const both = (text: string, ...expected: string[]): Fixture => ({ text, expected });
const strict = (text: string, ...expected: string[]): Fixture => ({ text, expected, mode: 'strict' });
const lenient = (text: string, ...expected: string[]): Fixture => ({ text, expected, mode: 'lenient' });

const noChannel = 'channel marker present but no channel value found in header';
const noEnd = 'Unexpected EOS while waiting for message header to complete';
const noRole = 'message header did not contain a role';
const noStart = (token: string | number) => `Unexpected token ${token} while expecting start token 200006`;
const wordsLeft = (words: string) => `unexpected tokens remaining in message header: Some("${words}")`;

export const fixtures: Readonly<Record<string, readonly Fixture[]>> = {
  roles: [
    both('<|start|>user<|message|>Is it late?<|end|>', 'user =Is it late?'),
    both('<|start|>system<|message|>Be kind.<|end|>', 'system =Be kind.'),
    both('<|start|>developer<|message|># Instructions<|end|>', 'developer =# Instructions'),
    both('<|start|>assistant<|message|>No.<|end|>', 'assistant =No.'),
    both('<|start|>tool to=assistant<|message|>7<|end|>', 'tool(tool) >assistant =7'),
    both('<|start|>tool<|message|>7<|end|>', 'tool(tool) =7'),
    both('<|start|>functions.sum to=assistant<|message|>7<|end|>', 'tool(functions.sum) >assistant =7'),
    both('<|start|>clock noon<|message|>7<|end|>', 'tool(clock) >noon =7'),
    both('<|start|>clock tool<|message|>7<|end|>', 'tool(clock) =7'),
    both('<|start|>to=clock<|message|>7<|end|>', 'tool(to=clock) =7'),
    both('<|start|> \tuser \n<|message|>Hm<|end|>', 'user =Hm'),
    both('«<|start|>model$0<|message|>Hm<|end|>', 'Unknown role: model'),
    both('«<|start|>User$0<|message|>Hm<|end|>', 'Unknown role: User'),
    both('«<|start|>user:bob$0<|message|>Hm<|end|>', 'Unknown role: user:bob'),
    both('«<|start|>functions.sum<|channel|>commentary$0<|message|>7<|end|>', 'Unknown role: functions.sum'),
    both('«<|start|>user\u00a0now$0<|message|>Hm<|end|>', 'Unknown role: user\u00a0now'),
    both('«<|start|>$0<|message|>Hm<|end|>', noRole),
    both('«<|start|><|channel|>final$0<|message|>Hm<|end|>', noRole),
    both('«<|start|> \n$0<|message|>Hm<|end|>', noRole),
  ],
  'recipients and types': [
    both('<|start|>assistant to=functions.sum<|message|>{}<|call|>', 'assistant >functions.sum ={}'),
    both('<|start|>assistant functions.sum<|message|>{}<|call|>', 'assistant >functions.sum ={}'),
    both('<|start|>assistant to=functions.sum json<|message|>{}<|call|>', 'assistant >functions.sum :json ={}'),
    both('<|start|>assistant functions.sum json<|message|>{}<|call|>', 'assistant >functions.sum :json ={}'),
    both('<|start|>assistant<|channel|>commentary json<|message|>{}<|end|>', 'assistant >json #commentary ={}'),
    both('<|start|>user name=bob<|message|>Hm<|end|>', 'user >name=bob =Hm'),
    both('<|start|>assistant to=to=sum<|message|>{}<|call|>', 'assistant >to=sum ={}'),
    both('<|start|>assistant to=<|message|>{}<|call|>', 'assistant > ={}'),
    both('<|start|>assistant to= sum<|message|>{}<|call|>', 'assistant > :sum ={}'),
    both('<|start|>assistant to=sum <|constrain|>json<|message|>{}<|call|>', 'assistant >sum :<|constrain|>json ={}'),
    both('<|start|>assistant to=sum<|constrain|>json<|message|>{}<|call|>', 'assistant >sum :<|constrain|>json ={}'),
    both('«<|start|>assistant<|constrain|>json to=sum$0<|message|>{}<|call|>', wordsLeft('<|constrain|>json')),
    both('<|start|>assistant<|constrain|>json<|message|>{}<|end|>', 'assistant ><|constrain|>json ={}'),
    both('«<|start|>user now to=sum$0<|message|>Hm<|end|>', wordsLeft('now')),
    both('«<|start|>user a b c d$0<|message|>Hm<|end|>', wordsLeft('a b')),
    both('«<|start|>assistant to=sum to=sum json$0<|message|>{}<|call|>', wordsLeft('to=sum')),
    both('«<|start|>assistant to=sum <|constrain|> json$0<|message|>{}<|call|>', wordsLeft('to=sum')),
    both('<|start|>user user user<|message|>Hm<|end|>', 'user >user :user =Hm'),
    both('<|start|>user x\u000by z<|message|>Hm<|end|>', 'user >x\u000by :z =Hm'),
    both('«<|start|>user x\fy\rz w$0<|message|>Hm<|end|>', wordsLeft('x y')),
    both('<|start|>user<|message|><|message|><|end|>', 'user =<|message|>'),
  ],
  'words as Rust quotes them': [
    both('«<|start|>user say "hi\\" x y$0<|message|>Hm<|end|>', wordsLeft('say \\"hi\\\\\\"')),
    both('«<|start|>user a\u200b\u00a0b x y$0<|message|>Hm<|end|>', wordsLeft('a\\u{200b}\\u{a0}b')),
    both("«<|start|>user e\u0301 'ü' 🎈 x y$0<|message|>Hm<|end|>", wordsLeft("e\\u{301} 'ü' 🎈")),
    both('«<|start|>user \u0000\u001b\u007f x y$0<|message|>Hm<|end|>', wordsLeft('\\0\\u{1b}\\u{7f}')),
  ],
  channels: [
    both('<|start|>assistant<|channel|>final<|message|>No.<|end|>', 'assistant #final =No.'),
    both('<|start|>assistant<|channel|>thoughts<|message|>No.<|end|>', 'assistant #thoughts =No.'),
    both('<|start|>user<|channel|>final sum json<|message|>Hm<|end|>', 'user >sum #final :json =Hm'),
    both('<|start|><|channel|>final user<|message|>Hm<|end|>', 'user #final =Hm'),
    both('<|start|>as<|channel|>final<|constrain|>x<|message|>Hm<|end|>', 'tool(as) ><|constrain|>x #final =Hm'),
    both('«<|start|>user<|channel|>a\u3000sum$0<|message|>Hm<|end|>', 'Unknown role: user\u3000sum'),
    both('<|start|>user<|channel|>final\u0085<|message|>Hm<|end|>', 'user #final =Hm'),
    both('<|start|>user<|channel|>final\ufeff<|message|>Hm<|end|>', 'user #final\ufeff =Hm'),
    both('<|start|>user x<|channel|>a<|channel|>b<|message|>Hm<|end|>', 'user >x<|channel|>b #a =Hm'),
    both('«<|start|>user<|channel|>final<|channel|>b$0<|message|>Hm<|end|>', 'Unknown role: user<|channel|>b'),
    both('«<|start|>user<|channel|>$0<|message|>Hm<|end|>', noChannel),
    both('«<|start|>user<|channel|> final$0<|message|>Hm<|end|>', noChannel),
    both('«<|start|>user<|channel|><|channel|>final$0<|message|>Hm<|end|>', noChannel),
    both('«<|start|>user<|channel|><final$0<|message|>Hm<|end|>', noChannel),
  ],
  bodies: [
    both('<|start|>developer<|message|>', 'developer ='),
    both('<|start|>user<|message|>Is it', 'user =Is it'),
    both('<|start|>user<|message|> a\n<|end|>', 'user = a\n'),
    both(
      '<|start|>user<|message|>a<|start|>b<|channel|>c<|constrain|>d<|end|>',
      'user =a<|start|>b<|channel|>c<|constrain|>d',
    ),
    both('<|start|>user<|message|>a<|END|><|im_end|><<|end|>', 'user =a<|END|><|im_end|><'),
    both('<|start|>user<|message|>a<|return|><|start|>user<|message|>b<|call|>', 'user =a', 'user =b'),
    both('<|start|>user<|message|>\ud83c<|end|>', 'user =\ufffd'),
  ],
  'between messages': [
    both('<|start|>user<|message|>a<|end|>«$0\n<|start|>user<|message|>b<|end|>', 'user =a', noStart('N')),
    both('<|start|>user<|message|>a<|end|>«$0 ', 'user =a', noStart('N')),
    both('<|start|>user<|message|>a<|call|>«$0<|end|>', 'user =a', noStart(200007)),
    both('<|start|>user<|message|>a<|end|>«$0<|call|>', 'user =a', noStart(200012)),
    both('<|start|>user<|message|>a<|end|>«$0<|return|>', 'user =a', noStart(200002)),
    both('<|start|>user<|message|>a<|end|>«$0<|channel|>final<|message|>', 'user =a', noStart(200005)),
    both('<|start|>user<|message|>a<|end|>«$0<|message|>', 'user =a', noStart(200008)),
    both('<|start|>user<|message|>a<|end|>«$0<|constrain|>', 'user =a', noStart(200003)),
    both('<|start|>user<|message|>a<|end|>«$0<|endoftext|>', 'user =a', noStart(199999)),
    both('<|start|>user<|message|>a<|end|>«$0<|startoftext|>', 'user =a', noStart(199998)),
    both('<|start|>user<|message|>a<|end|>«$0<|reserved_200017|>', 'user =a', noStart(200017)),
    both('<|start|>user<|message|>a<|end|>«$0<|reserved_200007|>', 'user =a', noStart('N')),
    both('<|start|>user<|message|>a<|end|>«$0<|start', 'user =a', noStart('N')),
    both('«$0 <|start|>user<|message|>a<|end|>', noStart('N')),
  ],
  'headers that do not end': [
    both('<|start|>user<|message|>a<|end|>«<|start|>assistant$0', 'user =a', noEnd),
    both('«<|start|>$0', noEnd),
    both('«<|start|>user<|channel|>$0', noEnd),
    strict('«<|start|>user a<|end|>$0', noEnd),
    lenient('<|start|>user a<|end|>'),
    strict('<|start|>user a<|end|><|start|>user<|message|>b<|end|>', 'user >a<|end|><|start|>user =b'),
    lenient('<|start|>user a<|end|><|start|>user<|message|>b<|end|>', 'user =b'),
  ],
  completions: [
    both('<|channel|>final<|message|>No.<|return|>', 'assistant #final =No.'),
    both(
      ' to=functions.sum<|channel|>commentary json<|message|>{}<|call|>',
      'assistant >functions.sum #commentary :json ={}',
    ),
    both('assistant<|channel|>final<|message|>No.', 'assistant #final =No.'),
    both('<|message|>No.<|end|><|start|>assistant<|message|>Yes.', 'assistant =No.', 'assistant =Yes.'),
    both('user<|message|>Hm', 'assistant >user =Hm'),
    both('final json<|message|>{}', 'assistant >final :json ={}'),
    both('«final and json$0<|message|>{}', wordsLeft('final')),
    both('«$0', noEnd),
    both('«Sure, no.$0', noEnd),
    both('«<|channel|>final to=sum$0', noEnd),
    strict('«Sure, no.<|end|>$0', noEnd),
    lenient('Sure,  no.\n<|end|>', 'assistant =Sure, no.'),
    lenient('assistant Sure.<|return|>', 'assistant =Sure.'),
    lenient('assistant \n<|call|>', 'assistant ='),
    lenient('<|channel|>analysis Let me see.<|end|>', 'assistant #analysis =Let me see.'),
    lenient('to=functions.sum {}<|call|>', 'assistant =to=functions.sum {}'),
    lenient('<|constrain|>json {}<|call|>', 'assistant =<|constrain|>json {}'),
    lenient('«<|channel|> Hm$0<|end|>', noChannel),
    lenient('<|end|><|start|>user<|message|>a<|end|>', 'user =a'),
    lenient('<|end|>«$0a', noStart('N')),
    lenient('<|message|>a<|end|><|start|>assistant b<|end|><|start|>user<|message|>c', 'assistant =a', 'user =c'),
    strict('x<|end|><|message|>a', 'assistant >x<|end|> =a'),
    lenient('x<|end|>«$0<|message|>a', 'assistant =x', noStart(200008)),
  ],
};

/** Only `model/visibility/` decides who sees a message. No other code reads the facts about visibility, or decides by role or channel. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/root.ts';

/** The source files, without their comments. */
const sources = ['server/src', 'client/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file).split(sep).join('/')),
  )
  .filter((file) => !/^server\/src\/(?:grammar|model\/visibility)\//.test(file))
  .map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8').replace(/\/\*\*?[^]*?\*\/|^\s*\/\/.*$/gm, ''),
  }));

/** Matches code that reads whether a role or a channel is visible. */
const fact = /\.visible\b|\{[^{}]*\bvisible\b[^{}]*\} *\)? *=>/;

/** Matches a header field that is compared with a word in any way. Comparisons with `undefined` do not count. */
const part = String.raw`\b(?:role|channel|effectiveChannel|intent)\b`;
const judgement = new RegExp(
  [
    String.raw`${part}\)? *[!=]==(?! *undefined\b)`,
    String.raw`(?:has|includes)\((?:\w+\.)*(?:${part})`,
    String.raw`switch \((?:\w+\.)*(?:${part})`,
  ].join('|'),
  'g',
);

const linesWith = (pattern: RegExp, among: typeof sources) =>
  among.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => line.search(pattern) >= 0)
      .map((line) => `${file}: ${line.trim()}`),
  );

test('what is looked for is found', () => {
  const found = (pattern: RegExp, line: string) => linesWith(pattern, [{ file: '', text: line }]).length > 0;
  for (const line of [
    'roles.filter((role) => role.visible)',
    'channels.filter(({ visible, name }) => visible)',
    'if (channel.visible) show();',
  ])
    assert.ok(found(fact, line), line);
  for (const line of [
    "if (message.role === 'system') return;",
    "said.effectiveChannel !== 'final'",
    'const shown = names.has(said.channel);',
    "['final'].includes(channel)",
    'switch (message.channel) {',
    'role === assistant',
  ])
    assert.ok(found(judgement, line), line);
  assert.ok(!found(judgement, 'if (role === undefined) return;'));
});

test('only the verdict reads which roles and channels are visible', () => {
  assert.deepEqual(
    linesWith(fact, sources)
      .map((line) => line.split(':')[0])
      .sort(),
    [
      // The hover for a role or a channel says whether users see it.
      'server/src/features/hover/fact-hovers.ts',
      'server/src/features/hover/fact-hovers.ts',
      // Icons of roles and channels.
      'server/src/features/support/outline.ts',
      // A misspelled hidden channel counts as the channel. The parser reports the misspelling, and does not decide who sees the message.
      'server/src/syntax/header/words.ts',
    ],
  );
});

test('nothing that is shown to users judges by role, channel or intent', () => {
  const shown =
    /^server\/src\/(?:render|stream|templates\/input|views\/model-view|convert\/read\/user-visible|features\/(?:json\/)?(?:user-view|export|symbols))|^client\/src\/preview\//;
  assert.deepEqual(
    linesWith(
      judgement,
      sources.filter(({ file }) => shown.test(file)),
    ).sort(),
    [
      // These lines only concern the appearance of a message. The page does not receive hidden messages.
      "client/src/preview/webview/exchanges.ts: else if (!hidden && role === 'user') calls = [];",
      "client/src/preview/webview/items.ts: const speaks = (message: ViewMessage | undefined) => message?.role === 'user' && !message.hidden;",
      "client/src/preview/webview/message-element.ts: : [intent === 'preamble' && t('preamble'), field];",
      "client/src/preview/webview/message-element.ts: if (hidden && !pair && role === 'assistant' && !['analysis', 'final'].includes(effectiveChannel ?? ''))",
      "client/src/preview/webview/speakers.ts: if (pair?.kind === 'reply' || (kind === undefined && hidden && role !== '')) return 'tool';",
      "client/src/preview/webview/speakers.ts: return effectiveChannel === 'analysis' ? 'reasoning' : 'assistant';",
      // Chooses the channel for visible messages.
      'server/src/convert/read/user-visible.ts: channel: role !== modelRole ? undefined : preamble ? callChannel : answerChannel,',
      // Chooses the style of visible messages in an exported page.
      "server/src/features/export/html.ts: `<article class=\"${message.hidden ? 'hidden' : message.role === userRole ? userRole : 'other'}\">",
      "server/src/features/export/speaker.ts: : [intent === 'preamble' && intent, ...labels];",
      'server/src/features/export/speaker.ts: const where = channel ?? (effectiveChannel === thoughtChannel ? effectiveChannel : undefined);',
      // The names and icons that the outline gives to the messages of a list.
      'server/src/features/json/symbols.ts: if (role === modelRole && to !== undefined) return SymbolKind.Function;',
      "server/src/features/json/symbols.ts: if (role === modelRole && to !== undefined) return `→ ${tool ?? to}${callId === undefined ? '' : ` ${callId}`}`;",
      "server/src/features/json/symbols.ts: if (role === toolRole) return `← ${[name ?? toolRole, callId].filter(Boolean).join(' ')}`;",
      // Collects the functions that were called, for replies without a name.
      'server/src/features/user-view/entries.ts: if (blockMessage.role === modelRole) return namesOf(block).slice(answered);',
      // Filters the messages that the verdict shows.
      'server/src/features/user-view/facets.ts: const isOfReply = ({ role }: Facts): boolean => role === toolRole;',
      'server/src/features/user-view/facets.ts: const isReply = role !== undefined && (replies || !speaking.has(role));',
      'server/src/features/user-view/facets.ts: const replies = replying.has(role);',
      'server/src/features/user-view/facets.ts: const tool = isReply ? (replies ? name : role) : role === modelRole && !speakers.has(to) ? to : undefined;',
      // By default, messages from users are plain text, and all others are Markdown.
      "server/src/render/message.ts: return constraint ?? hint ?? (role === userRole ? 'text' : 'markdown');",
      // The stream forwards only messages from the model, as far as the verdict shows them. It holds back text that may still become
      // reasoning.
      //
      // Calls and other messages keep their kind, and their visibility is decided when they are read.
      'server/src/stream/assembled/own-messages.ts: if (role !== modelRole) return { role, recipient: to, ...rest, content: text };',
      'server/src/stream/body.ts: this.waits = dependsOnNext(block) || (mayWait && message(block).role === modelRole);',
      'server/src/stream/events.ts: header?.role === modelRole &&',
      "server/src/stream/events.ts: return this.said?.role === modelRole && (this.body?.byHeader !== 'preamble' || this.options.preambles);",
      // Whether another program has already separated the reasoning.
      'server/src/stream/relay.ts: const isThought = data.channel === thoughtChannel;',
      // Selects the messages of a conversation that the variables of a template need. Hidden messages were dropped before.
      'server/src/templates/input/transcript.ts: if (!speakers.has(role)) return undefined;',
      'server/src/templates/input/transcript.ts: if (instructing.has(role))',
      // Selects the part of a visible message that is shown to users. The text is Markdown if the model wrote it.
      'server/src/views/model-view.ts: const isMarkdown = isSeen && role !== userRole;',
      'server/src/views/model-view.ts: const isSeen = slot || (isVisible && (role === userRole || isAnswer(one)));',
    ],
  );
});

test('every view and every public output asks the verdict', () => {
  for (const file of [
    'features/user-view/showable.ts',
    'features/user-view/user-view-answers.ts',
    'features/json/user-view.ts',
    'features/semantic-tokens/facts.ts',
    'convert/read/user-visible.ts',
    'views/model-view.ts',
    'templates/input/transcript.ts',
    'stream/body.ts',
  ]) {
    assert.match(readFileSync(join(root, 'server/src', file), 'utf8'), /\bverdictOf\(/, file);
  }
});

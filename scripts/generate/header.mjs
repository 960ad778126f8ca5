// Grammar rules for the header of a message, as states. The items of a header determine how the body is read. A header may span several
// lines, but a regular expression cannot, so each role, channel or type begins a rule that lasts to the end of the message.
import { anyWord, captures, include, match, oneOf, tokens, wordEnd, wordStart } from './patterns.mjs';

/**
 * Returns the states. `channels`: for each channel, the next state; `any` if no channel changes the state; missing if the header already
 * has a channel. `preamble`: the next state after `intent=preamble`. `body`: the kind of body, from `bodies.mjs`.
 */
function statesOf({ channels: all }) {
  const answer = all.find(({ visible }) => visible).name;
  const leading = (stateOf) => Object.fromEntries(all.map((channel) => [channel.name, stateOf(channel)]));
  const channels = leading(({ name }) => name);
  return {
    opened: { channels, body: 'final' },
    instructions: { channels: 'any', body: 'instructions' },
    user: { channels: 'any', body: 'user' },
    reply: { channels: 'any', body: 'reply' },
    assistant: { channels, preamble: 'preamble', body: 'final' },
    preamble: { channels: leading(({ name, preambles }) => (preambles ? answer : name)), body: 'final' },
    ...leading(({ visible, thoughts, preambles }) => ({
      ...(preambles && { preamble: answer }),
      body: visible ? 'final' : thoughts ? 'analysis' : 'commentary',
    })),
    json: { channels: 'any', body: 'json' },
  };
}

/** Returns the state after a role. Messages that users do not see are colored like tool replies. */
function stateOfRole({ name, visible, instructs }, { modelRole }) {
  if (name === modelRole) return 'assistant';
  if (instructs) return 'instructions';
  return visible ? 'user' : 'reply';
}

const visibleBodies = ['final', 'user', 'instructions'];

export function headerRules(facts, headerStop) {
  /** Returns a rule that begins with a header item and lasts to the end of the message. */
  const lasting = (begin, groups, patterns) => ({
    begin,
    beginCaptures: captures(...groups),
    end: headerStop,
    patterns,
  });
  const lead = (begin, groups, state) => lasting(begin, groups, include(`header-of-${state}`));

  const rules = {};
  for (const [name, { channels, preamble, body }] of Object.entries(statesOf(facts))) {
    const afterChannel = [
      ...(preamble
        ? [lead(`${wordStart}(intent)(=)(preamble)${wordEnd}`, attributeScopes(facts, 'intent'), preamble)]
        : []),
      ...include(`constrain-${body}`, `message-${body}`, 'type-json', 'header-item'),
    ];
    if (channels)
      rules[`channel-of-${name}`] = lasting(
        '(<\\|channel\\|>)',
        ['keyword.control.channel'],
        [...channelWords(facts, channels, lead), ...afterChannel],
      );
    rules[`header-of-${name}`] = {
      patterns: [
        ...(name === 'opened' ? roleWords(facts, lead) : []),
        ...include(channels ? `channel-of-${name}` : 'channel-again'),
        ...afterChannel,
      ],
    };
    rules[`constrain-${body}`] = lasting(
      '(<\\|constrain\\|>)',
      ['keyword.control.constrain'],
      [
        lasting(
          `${wordStart}(json)${wordEnd}`,
          ['support.type.content-type'],
          include('message-json', 'channel-again', 'header-item'),
        ),
        ...(visibleBodies.includes(body)
          ? [
              lasting(
                `${wordStart}(text)${wordEnd}`,
                ['support.type.content-type'],
                include('message-text', 'channel-again', 'header-item'),
              ),
            ]
          : []),
        match(
          `${wordStart}(${oneOf(facts.contentTypes.map((type) => type.name))})${wordEnd}`,
          'support.type.content-type',
        ),
        ...include(`message-${body}`, 'channel-again', 'attribute'),
        match(anyWord, 'support.type.content-type.unknown'),
        ...include('header-token'),
      ],
    );
  }
  return {
    ...rules,
    ...itemRules(facts),
    'type-json': {
      patterns: [
        lead(`${wordStart}(content_type)(=)(json)${wordEnd}`, attributeScopes(facts, 'content_type'), 'json'),
        lead(`${wordStart}(json)${wordEnd}`, ['support.type.content-type.bare'], 'json'),
      ],
    },
  };
}

/**
 * Rules for the role: a correct role; a misspelled one, which is marked as invalid, but leads to the same state; the name of a tool; and
 * any other word.
 */
function roleWords(facts, lead) {
  const { roles, toolFamilies, builtinNamespaces, modelRole } = facts;
  const toolRole = `(?:${oneOf(toolFamilies)})\\.[\\w.-]+|${oneOf(builtinNamespaces)}|(?>[\\w.:-]+)(?=[ \\t]+to=${modelRole}${wordEnd})`;
  const toolScope = roles.find(({ replies }) => replies).scope;
  return [
    ...roles.map((role) =>
      lead(
        `${wordStart}(${role.name})(?:(:)(${anyWord}))?${wordEnd}`,
        [role.scope, 'punctuation.separator.name', 'variable.other.name'],
        stateOfRole(role, facts),
      ),
    ),
    ...roles.map((role) =>
      lead(`${wordStart}((?i:(?:${role.name})+))${wordEnd}`, ['invalid.illegal.role'], stateOfRole(role, facts)),
    ),
    lead(`${wordStart}(${toolRole})${wordEnd}`, [`${toolScope}.legacy`], 'reply'),
    ...include('attribute'),
    match(anyWord, 'invalid.illegal.role'),
  ];
}

/**
 * Rules for the channel: a correct channel, a misspelled one, and any other word. If a misspelled name begins with that of a hidden
 * channel, the message counts as hidden.
 */
function channelWords({ channels }, leadsTo, lead) {
  const channelRows = channels.map(({ name, visible, scope }) => ({ name, visible, scope, state: leadsTo[name] }));
  const unknown = match(`${wordStart}${anyWord}`, 'invalid.illegal.channel');
  if (leadsTo === 'any') {
    return [
      ...channelRows.map(({ name, scope }) => match(`${wordStart}${name}${wordEnd}`, scope)),
      ...include('attribute', 'type-json'),
      unknown,
    ];
  }
  return [
    ...channelRows.map(({ name, scope, state }) => lead(`${wordStart}(${name})${wordEnd}`, [scope], state)),
    ...channelRows.map(({ name, visible, state }) =>
      lead(
        `${wordStart}((?i:${name})${visible ? '' : `(?:${anyWord})?`})${wordEnd}`,
        ['invalid.illegal.channel'],
        state,
      ),
    ),
    ...include('attribute'),
    unknown,
  ];
}

function attributeScopes({ attributes }, name) {
  const { scope } = attributes.find((attribute) => attribute.name === name);
  return [`entity.other.attribute-name.${name}`, 'punctuation.separator.key-value', scope];
}

/** Rules for items that may be anywhere in a header, and for text that is not allowed in a header. */
function itemRules(facts) {
  const { attributes, bareContentTypes, controlTokens, thoughtMarkers, foreignTo2x } = facts;
  const [name, equals, intentScope] = attributeScopes(facts, 'intent');
  const misplaced = [...controlTokens, ...thoughtMarkers].filter((token) => !token.places.includes('header'));
  return {
    'header-item': {
      patterns: [
        ...include('attribute'),
        match(`${wordStart}(?:${oneOf(bareContentTypes)})${wordEnd}`, 'support.type.content-type.bare'),
        ...include('header-token'),
        match(anyWord, 'invalid.illegal.stray-word'),
      ],
    },
    attribute: {
      patterns: [
        match(
          `${wordStart}(intent)(=)(${oneOf(facts.intents.map((intent) => intent.name))})${wordEnd}`,
          undefined,
          name,
          equals,
          intentScope,
        ),
        match(`${wordStart}(intent)(=)(${anyWord})`, undefined, name, equals, 'invalid.illegal.intent'),
        ...attributes
          .filter((attribute) => attribute.name !== 'intent')
          .map((attribute) =>
            match(
              `${wordStart}(${attribute.name})(=)(${anyWord})`,
              undefined,
              ...attributeScopes(facts, attribute.name),
            ),
          ),
        match(`${wordStart}[A-Za-z_]\\w*=(?:${anyWord})?`, 'invalid.illegal.attribute'),
      ],
    },
    'channel-again': match(`<\\|channel\\|>[ \\t]*(?:${anyWord})?`, 'invalid.illegal.channel-again'),
    'header-token': {
      patterns: [
        match(
          tokens(misplaced.map((token) => token.name).filter((token) => token !== 'start')),
          'invalid.illegal.token-in-header',
        ),
        match(tokens(foreignTo2x.map((token) => token.name)), 'invalid.illegal.foreign'),
      ],
    },
  };
}

// The part of package.json that announces the language and its schemas.

import { rulesSetting, sequenceTokensSetting } from './configuration.mjs';
import { fenceNames } from './fences.mjs';
import { jinjaScope } from './jinja.mjs';
import { embeddedLanguages } from './markdown.mjs';
import { tokenFrames } from './plain.mjs';

/** Where a transcript is: by language, by name, or, once the server has looked, by what is in it. */
const named = '\\.(chatml\\.json|(ocml|messages)\\.jsonl?)$';
const isNamed = `editorLangId == ocml || resourceFilename =~ /${named}/`;
const isTranscript = `${isNamed} || ocml.isTranscript`;
const isDataSet = 'activeCustomEditorId =~ /^ocml\\.(d|packedD)ataSet$/';
const isPreview = "activeWebviewPanelId == 'ocml.preview'";

/** When the commands are of use, by what follows `ocml.`; those that are not here, always. */
const when = {
  applyRepair: 'ocml.hasRepair',
  compareRepair: 'ocml.hasRepair',
  showPreview: isTranscript,
  showPreviewToSide: isTranscript,
  showPrompt: isTranscript,
  showTraining: isTranscript,
  showLockedPreviewToSide: isTranscript,
  togglePreviewLock: isPreview,
  showSource: isPreview,
  findInPreview: isPreview,
  exportPreview: isPreview,
  convert: isTranscript,
  truncate: isTranscript,
  applyTruncation: 'resourceScheme == ocml-truncated',
  compareWith: isTranscript,
  compareWithCommitted: `(${isTranscript}) && gitOpenRepositoryCount != 0`,
  copyAsJson: isTranscript,
  copyAsApiRequest: isTranscript,
  changeMode: isTranscript,
  follow: `${isTranscript} || editorLangId =~ /^(jsonl|plaintext|log)$/`,
  stopFollowing: 'ocml.following',
  readAs: `${isTranscript} || editorLangId =~ /^(jsonl?|plaintext|log)$/`,
  readAsTranscript: 'editorLangId =~ /^(plaintext|log)$/',
  ...Object.fromEntries(
    [
      'findInDataSet',
      'goToRow',
      'checkDataSet',
      'nextProblemRow',
      'previousProblemRow',
      'openRow',
      'copyRow',
      'exportRows',
    ].map((name) => [name, isDataSet]),
  ),
  // Of the walkthrough.
  showProblems: 'false',
};
const commandPalette = Object.entries(when).map(([name, condition]) => ({ command: `ocml.${name}`, when: condition }));

/** The look of semantic tokens: the scopes that their types stand for, and how a modifier changes them. */
function semanticTokens({ semanticTypes, semanticModifiers, semanticScopes }) {
  const scopes = [...semanticTypes.map(({ name, scope }) => [name, scope]), ...Object.entries(semanticScopes)];
  return {
    semanticTokenModifiers: semanticModifiers.map(({ name, doc }) => ({ id: name, description: doc })),
    semanticTokenScopes: [
      {
        language: 'ocml',
        scopes: Object.fromEntries(scopes.map(([selector, scope]) => [selector, [`${scope}.ocml`]])),
      },
    ],
  };
}

/**
 * After and before which characters a line may be broken: as VS Code's own, without those that are inside tokens, so that
 * `<|start|>` and `</think>` stay whole.
 */
const cjkClosings =
  '¢°′″‰℃、。｡､￠，．：；？！％・･ゝゞヽヾーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ々〻ｧｨｩｪｫｬｭｮｯｰ”〉》」』】〕）］｝｣';
const cjkOpenings = '‘“〈《「『【〔（［｛｢£¥＄￡￥+＋';
const breakAfter = ` \t})]?>,.;:${cjkClosings}`;
const breakBefore = `<([{${cjkOpenings}`;

/** Settings for transcripts that users can still change. */
const defaults = {
  // Transcripts often stand on one line, and longer ones than this are not highlighted. This takes about 0.1 s.
  'editor.maxTokenizationLineLength': 50_000,
  'editor.wordWrap': 'on',
  'editor.wordWrapBreakAfterCharacters': breakAfter,
  'editor.wordWrapBreakBeforeCharacters': breakBefore,
  // They have the colours of the grammar in every theme, and lines that are too long for it have no others.
  'editor.semanticHighlighting.enabled': true,
  // Words of the document as completions would only disturb.
  'editor.wordBasedSuggestions': 'off',
  // The text of a message is not completed word by word; elsewhere the server offers the choices.
  'editor.quickSuggestions': { other: 'on', comments: 'off', strings: 'off' },
  // At a stop of a template, Tab continues to the next one.
  'editor.suggest.snippetsPreventQuickSuggestions': true,
  // Enter after a word that is complete begins a line.
  'editor.acceptSuggestionOnEnter': 'smart',
  // Prose is full of typographic quotes and of letters that look like others.
  'editor.unicodeHighlight.ambiguousCharacters': false,
  // It would write the beginnings of all messages across the minimap.
  'editor.minimap.showRegionSectionHeaders': false,
  // The id of a call changes with those of its replies.
  'editor.linkedEditing': true,
  // Every character of a body is content.
  'files.trimTrailingWhitespace': false,
  'files.trimFinalNewlines': false,
  'files.insertFinalNewline': false,
  'diffEditor.ignoreTrimWhitespace': false,
};

/** The languages of fences, by the scopes that their text has. */
const embedded = embeddedLanguages.map(({ id }) => [`meta.embedded.block.${id}`, id]);

/**
 * The types of text for the editor, as far as the scopes would mislead it; later rows win. Prose counts as a comment:
 * nothing is suggested at every word, and its brackets need not match. The channel is only coloured like a comment.
 */
const tokenTypes = ({ tags }) => ({
  'meta.body': 'comment',
  'meta.message.chatml': 'comment',
  'meta.undecided': 'comment',
  'meta.header.chatml': 'other',
  'invalid.illegal.role': 'other',
  'meta.embedded.block.frontmatter': 'other',
  'source.json': 'other',
  'source.ts': 'other',
  ...Object.fromEntries(embedded.map(([scope]) => [scope, 'other'])),
  'string.quoted': 'string',
  comment: 'comment',
  'comment.line.channel': 'other',
  // The editor does not match brackets in what counts as a comment.
  ...Object.fromEntries(
    ['keyword.control.literal', 'keyword.control.endliteral', 'keyword.other.thought']
      .concat(tags.map(({ name }) => `entity.name.tag.${name}`))
      .map((scope) => [scope, 'other']),
  ),
});

/** The first tokens of documents: openers, and those that may precede one. */
const firstTokens = (facts) => [
  ...['start', 'channel', 'im_start', 'fim_prefix', 'file_separator', 'begin_of_text'],
  ...tokenFrames(facts).flatMap(({ frame }) => frame.openers.map(({ name }) => name)),
];

export function manifest(packageJson, rules, facts, languageModelTools) {
  const { configuration } = packageJson.contributes;
  return {
    ...packageJson,
    contributes: {
      ...packageJson.contributes,
      languages: [
        {
          id: 'ocml',
          aliases: ['OpenChatML', 'ocml'],
          extensions: fenceNames(facts).map((name) => `.${name}`),
          icon: { light: './images/ocml-light.svg', dark: './images/ocml-dark.svg' },
          firstLine: `^\\uFEFF?\\s*(?:\\[BOS\\]|<s>)?<\\|(${firstTokens(facts).join('|')})\\|>`,
          configuration: './syntaxes/language-configuration.json',
        },
        // VS Code wakes the extension for a chat template, too. An extension for Jinja may colour it in another way.
        {
          ...{ id: 'jinja', aliases: ['Jinja'], extensions: ['.jinja'] },
          configuration: './syntaxes/jinja-configuration.json',
        },
      ],
      grammars: [
        {
          language: 'ocml',
          scopeName: 'source.ocml',
          path: './syntaxes/ocml.tmLanguage.json',
          // Comments, brackets and typing in a fence are those of its language.
          embeddedLanguages: Object.fromEntries(embedded),
          tokenTypes: tokenTypes(facts),
          // `>` of `=>` and `<` of `a < b` are not brackets. Tags are: `<think>` and its end are a pair.
          unbalancedBracketScopes: ['keyword.operator', 'storage.type.function.arrow'],
        },
        { language: 'jinja', scopeName: jinjaScope, path: './syntaxes/jinja.tmLanguage.json' },
        {
          scopeName: 'markdown.ocml.codeblock',
          path: './syntaxes/markdown-fences.tmLanguage.json',
          injectTo: ['text.html.markdown'],
          embeddedLanguages: { 'meta.embedded.block.ocml': 'ocml' },
        },
      ],
      menus: { ...packageJson.contributes.menus, commandPalette },
      languageModelTools,
      ...semanticTokens(facts),
      snippets: ['ocml', 'json'].map((language) => ({ language, path: `./snippets/${language}.json` })),
      jsonValidation: [
        { fileMatch: '.ocmlrc.json', url: './schemas/ocmlrc.schema.json' },
        ...facts.jsonFiles
          .filter(([ending]) => ending.endsWith('.json'))
          .map(([ending, dialect]) => ({ fileMatch: `*${ending}`, url: `./schemas/${dialect}.schema.json` })),
      ],
      yamlValidation: [{ fileMatch: '.ocmlrc.yaml', url: './schemas/ocmlrc.schema.json' }],
      configuration: {
        ...configuration,
        properties: {
          ...configuration.properties,
          'ocml.sequenceTokens': sequenceTokensSetting(configuration.properties['ocml.sequenceTokens']),
          'ocml.rules': rulesSetting(rules, configuration.properties['ocml.rules']),
        },
      },
      configurationDefaults: {
        ...packageJson.contributes.configurationDefaults,
        '[ocml]': defaults,
        'editor.semanticTokenColorCustomizations': { rules: facts.semanticStyles },
      },
    },
  };
}

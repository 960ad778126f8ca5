// The part of package.json that declares the language and its schemas.

import { rulesSetting, sequenceTokensSetting } from './configuration.mjs';
import { fenceNames } from './fences.mjs';
import { jinjaScope } from './jinja.mjs';
import { embeddedLanguages } from './markdown.mjs';
import { tokenFrames } from './plain.mjs';

/** Conditions for a transcript: by language, by name, or, after the server has examined it, by content. */
const named = '\\.(chatml\\.json|(ocml|messages)\\.jsonl?)$';
const isNamed = `editorLangId == ocml || resourceFilename =~ /${named}/`;
const isTranscript = `${isNamed} || ocml.isTranscript`;
const isDataSet = 'activeCustomEditorId =~ /^ocml\\.(d|packedD)ataSet$/';
const isPreview = "activeWebviewPanelId == 'ocml.preview'";

/** The conditions for commands in the palette, by their names after `ocml.`; all others are always shown. */
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
  // Only for the walkthrough.
  showProblems: 'false',
};
const commandPalette = Object.entries(when).map(([name, condition]) => ({ command: `ocml.${name}`, when: condition }));

/** The appearance of semantic tokens: the scopes for their types, and for combinations with modifiers. */
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
 * The characters after which, and before which, a line may be wrapped: the defaults of VS Code, without the characters inside tokens,
 * so that `<|start|>` and `</think>` stay whole.
 */
const cjkClosings =
  '¢°′″‰℃、。｡､￠，．：；？！％・･ゝゞヽヾーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ々〻ｧｨｩｪｫｬｭｮｯｰ”〉》」』】〕）］｝｣';
const cjkOpenings = '‘“〈《「『【〔（［｛｢£¥＄￡￥+＋';
const breakAfter = ` \t})]?>,.;:${cjkClosings}`;
const breakBefore = `<([{${cjkOpenings}`;

/** Default settings for transcripts, which users can override. */
const defaults = {
  // Transcripts are often on one line, and lines longer than this are not highlighted. A line of this length takes about 0.1 s.
  'editor.maxTokenizationLineLength': 50_000,
  'editor.wordWrap': 'on',
  'editor.wordWrapBreakAfterCharacters': breakAfter,
  'editor.wordWrapBreakBeforeCharacters': breakBefore,
  // Semantic tokens have the colors of the grammar in every theme, and are the only colors of lines that are too long for it.
  'editor.semanticHighlighting.enabled': true,
  // Completions with words from the document would only distract.
  'editor.wordBasedSuggestions': 'off',
  // The text of a message is not completed at every word; elsewhere, the server offers completions.
  'editor.quickSuggestions': { other: 'on', comments: 'off', strings: 'off' },
  // At a tab stop, Tab continues to the next one.
  'editor.suggest.snippetsPreventQuickSuggestions': true,
  // Enter after a complete word begins a new line.
  'editor.acceptSuggestionOnEnter': 'smart',
  // Prose is full of typographic quotes and of letters that look like others.
  'editor.unicodeHighlight.ambiguousCharacters': false,
  // The headers would cover the minimap with the beginnings of all messages.
  'editor.minimap.showRegionSectionHeaders': false,
  // The ids of a call and of its replies are edited together.
  'editor.linkedEditing': true,
  // Every character of a body is content.
  'files.trimTrailingWhitespace': false,
  'files.trimFinalNewlines': false,
  'files.insertFinalNewline': false,
  'diffEditor.ignoreTrimWhitespace': false,
};

/** The languages of fences, by the scopes of their text. */
const embedded = embeddedLanguages.map(({ id }) => [`meta.embedded.block.${id}`, id]);

/**
 * The token types of scopes for which the editor would derive the wrong type; later rows take precedence. Prose counts as a comment,
 * so that the editor does not suggest words in it, or match brackets. A channel has the scope of a comment only for its color.
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
  // The editor does not match brackets in comments.
  ...Object.fromEntries(
    ['keyword.control.literal', 'keyword.control.endliteral', 'keyword.other.thought']
      .concat(tags.map(({ name }) => `entity.name.tag.${name}`))
      .map((scope) => [scope, 'other']),
  ),
});

/** The first tokens of documents: openers, and tokens that may precede them. */
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
        // VS Code also activates the extension for chat templates. An extension for Jinja may color them differently.
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
          // Comments, brackets and typing in a fence follow its language.
          embeddedLanguages: Object.fromEntries(embedded),
          tokenTypes: tokenTypes(facts),
          // `>` in `=>` and `<` in `a < b` are not brackets, but tags are: `<think>` and `</think>` are a pair.
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

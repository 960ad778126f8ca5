// The part of package.json that declares the language and its schemas.

import { rulesSetting, sequenceTokensSetting } from './configuration.mjs';
import { fenceNames } from './fences.mjs';
import { jinjaScope } from './jinja.mjs';
import { embeddedLanguages } from './markdown.mjs';
import { tokenFrames } from './plain.mjs';

/** The conditions for a transcript: its language, its name or, after the server has examined it, its content. */
const fileNamePattern = '\\.(chatml\\.json|(ocml|messages)\\.jsonl?)$';
const isNamed = `editorLangId == ocml || resourceFilename =~ /${fileNamePattern}/`;
const isTranscript = `${isNamed} || ocml.isTranscript`;
const isDataSet = 'activeCustomEditorId =~ /^ocml\\.(d|packedD)ataSet$/';
const isPreview = "activeWebviewPanelId == 'ocml.preview'";

/** The conditions under which commands are in the palette, by the command's name without `ocml.`. All other commands are always there. */
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
  // This command is only used in the walkthrough.
  showProblems: 'false',
};
const commandPalette = Object.entries(when).map(([name, condition]) => ({ command: `ocml.${name}`, when: condition }));

/** Returns the declaration of semantic tokens, with the scopes that color each type, and each combination with modifiers. */
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
 * A line may be wrapped after some characters and before some others. These are VS Code's defaults without the characters inside tokens, so
 * that `<|start|>` and `</think>` are never divided.
 */
const cjkClosings =
  '¢°′″‰℃、。｡､￠，．：；？！％・･ゝゞヽヾーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ々〻ｧｨｩｪｫｬｭｮｯｰ”〉》」』】〕）］｝｣';
const cjkOpenings = '‘“〈《「『【〔（［｛｢£¥＄￡￥+＋';
const breakAfter = ` \t})]?>,.;:${cjkClosings}`;
const breakBefore = `<([{${cjkOpenings}`;

/** The default settings for transcripts. Users can override them. */
const defaults = {
  // A transcript is often on one line, and lines longer than this are not highlighted. A line of this length takes about 0.1 s.
  'editor.maxTokenizationLineLength': 50_000,
  'editor.wordWrap': 'on',
  'editor.wordWrapBreakAfterCharacters': breakAfter,
  'editor.wordWrapBreakBeforeCharacters': breakBefore,
  // In every theme, semantic tokens have the same colors as the grammar. Lines that are too long for the grammar are colored only by them.
  'editor.semanticHighlighting.enabled': true,
  // Suggestions of words from the document would only be a distraction.
  'editor.wordBasedSuggestions': 'off',
  // Suggestions do not open at every word in the text of a message. Elsewhere, they come from the server.
  'editor.quickSuggestions': { other: 'on', comments: 'off', strings: 'off' },
  // Tab must go to the next tab stop of a snippet.
  'editor.suggest.snippetsPreventQuickSuggestions': true,
  // After a complete word, Enter must begin a new line.
  'editor.acceptSuggestionOnEnter': 'smart',
  // Prose contains many typographic quotes, and letters that look like others.
  'editor.unicodeHighlight.ambiguousCharacters': false,
  // The beginnings of all messages would be headers in the minimap, and cover it.
  'editor.minimap.showRegionSectionHeaders': false,
  // If the id of a call is edited, the ids of its replies change as well.
  'editor.linkedEditing': true,
  // Every character in a body is content, even white space.
  'files.trimTrailingWhitespace': false,
  'files.trimFinalNewlines': false,
  'files.insertFinalNewline': false,
  'diffEditor.ignoreTrimWhitespace': false,
};

/** The languages of code fences, by the scope of their content. */
const embedded = embeddedLanguages.map(({ id }) => [`meta.embedded.block.${id}`, id]);

/**
 * Token types for scopes whose type VS Code would get wrong; later rows take precedence. Prose counts as a comment, so that VS Code does
 * not suggest words or match brackets in it. A channel has the scope of a comment only for its color.
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
  // VS Code does not match brackets in comments, and these tokens and tags count as brackets.
  ...Object.fromEntries(
    ['keyword.control.literal', 'keyword.control.endliteral', 'keyword.other.thought']
      .concat(tags.map(({ name }) => `entity.name.tag.${name}`))
      .map((scope) => [scope, 'other']),
  ),
});

/** Returns the names of tokens with which a document may begin: openers, and tokens that may precede them. */
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
        // Because of this declaration, VS Code also activates our extension for chat templates. If an extension for Jinja is installed, it
        // may color them differently.
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
          // Comments, brackets and typing in a code fence follow the rules of its language.
          embeddedLanguages: Object.fromEntries(embedded),
          tokenTypes: tokenTypes(facts),
          // In `=>` and `a < b`, the signs `>` and `<` are not brackets, but tags are: `<think>` and `</think>` are a pair.
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

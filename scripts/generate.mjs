// Writes the files generated from the facts in server/src/grammar/ and the rules in server/src/rules/: the TextMate grammar, the
// language configuration, the snippets, the configuration schema, the part of package.json that declares them, the texts that can
// be translated, the client's facts about JSON, and the documentation of rules, settings and the commands of `ocml`; and, from
// the bundled files, the notices of third-party packages.
//   node scripts/generate.mjs           writes the files
//   node scripts/generate.mjs --check   writes nothing, names the files that are out of date, and fails if there are any
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledDialects } from './generate/bundled-dialects.mjs';
import { commandsPage } from './generate/commands.mjs';
import { configurationSchema, lintSchema } from './generate/configuration.mjs';
import { editorPage } from './generate/editor.mjs';
import { editorFiles } from './generate/editors.mjs';
import { errorSigns } from './generate/error-signs.mjs';
import { loadFacts } from './generate/facts.mjs';
import { fenceGrammar } from './generate/fences.mjs';
import { grammar } from './generate/grammar.mjs';
import { jinjaConfiguration, jinjaGrammar } from './generate/jinja.mjs';
import { jsonFacts } from './generate/json-facts.mjs';
import { languageConfiguration } from './generate/language-configuration.mjs';
import { manifest } from './generate/manifest.mjs';
import { modelTools } from './generate/model-tools.mjs';
import { l10nBundle, translatable } from './generate/nls.mjs';
import { bundledPackages, thirdPartyNotices } from './generate/notices.mjs';
import { loadRules, ruleDocuments } from './generate/rules.mjs';
import { documentHeaderSchema, schemas } from './generate/schemas.mjs';
import { settingsPage } from './generate/settings.mjs';
import { jsonSnippets, snippets } from './generate/snippets.mjs';
import { root } from './paths.mjs';

const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

const [facts, codes, packages, commands, dialects, tools] = await Promise.all([
  loadFacts(),
  loadRules(),
  bundledPackages(),
  commandsPage(),
  bundledDialects(),
  modelTools(),
]);
const { rules } = codes;
const notices = thirdPartyNotices(packages);
const texts = JSON.parse(read('package.nls.json') || '{}');
const announced = translatable(manifest(JSON.parse(read('package.json')), rules, facts, tools), texts);
const sources = readdirSync(join(root, 'client/src'), { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, read(join('client/src', file))]);
const json = {
  'syntaxes/ocml.tmLanguage.json': grammar(facts),
  'syntaxes/markdown-fences.tmLanguage.json': fenceGrammar(facts),
  'syntaxes/jinja.tmLanguage.json': jinjaGrammar(),
  'syntaxes/jinja-configuration.json': jinjaConfiguration(),
  'syntaxes/language-configuration.json': languageConfiguration(facts),
  'snippets/ocml.json': snippets(facts),
  'snippets/json.json': jsonSnippets(facts),
  'schemas/ocmlrc.schema.json': configurationSchema(rules, facts),
  'schemas/document-header.schema.json': documentHeaderSchema(facts, lintSchema(rules)),
  ...Object.fromEntries(Object.entries(schemas(facts)).map(([name, value]) => [`schemas/${name}.schema.json`, value])),
  'server/src/documents/bundled-dialects.json': dialects,
  'package.json': announced.manifest,
  'package.nls.json': announced.texts,
  'l10n/bundle.l10n.json': l10nBundle(sources),
};

const documents = Object.entries(json).map(([file, value]) => [file, `${JSON.stringify(value, null, 2)}\n`]);
const pages = {
  ...ruleDocuments(codes, read, facts),
  'client/src/json-facts.ts': jsonFacts(facts),
  'client/src/explain/error-signs.ts': errorSigns(codes.knownErrors),
  'docs/commands.md': commands,
  'docs/editor.md': editorPage(read('docs/editor.md'), announced.manifest),
  'docs/settings.md': settingsPage(read('docs/settings.md'), announced.manifest, announced.texts),
  ...editorFiles(facts),
  'ThirdPartyNotices.txt': notices.text,
};
const drifted = [...documents, ...Object.entries(pages)]
  .map(([file, text]) => ({ file, text }))
  .filter(({ file, text }) => read(file) !== text);

if (process.argv.includes('--check')) {
  for (const { file } of drifted) console.error(`${file} is out of date: run "npm run generate"`);
  process.exitCode = drifted.length > 0 ? 1 : 0;
} else {
  for (const { file, text } of drifted) {
    writeFileSync(join(root, file), text);
    console.log(`wrote ${file}`);
  }
}

for (const problem of notices.problems) console.error(`ThirdPartyNotices.txt: ${problem}`);
if (notices.problems.length > 0) process.exitCode = 1;

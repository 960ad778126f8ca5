// What documentation says of every rule: the head of its page in docs/rules/, and the tables of codes.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { out, root } from '../paths.mjs';

/** The rules, one of a code, in their order. */
export async function loadRules() {
  const outfile = join(out, `generate/rules-${process.pid}.cjs`);
  await esbuild.build({
    absWorkingDir: root,
    stdin: {
      contents: `
        export { allRules } from './rules/all.ts';
        export { rules } from './rules/index.ts';
        export { looksIn } from './rules/support/rule.ts';
        export { families } from './syntax/families/index.ts';
        export { fixersOf } from './fixes/index.ts';
        export { jsonFixers } from './fixes/json/index.ts';`,
      resolveDir: join(root, 'server/src'),
    },
    outfile,
    bundle: true,
    packages: 'external',
    format: 'cjs',
    platform: 'node',
    logLevel: 'warning',
  });
  const { allRules, rules, looksIn, families, fixersOf, jsonFixers } = createRequire(import.meta.url)(outfile);
  const byCode = new Map(
    allRules.map((rule) => {
      const looksAt = (family) => rules.includes(rule) && looksIn(rule, family).length > 0;
      const holds = Object.values(families).filter(looksAt);
      const fixes = fixesOf(rule.code, fixersOf, jsonFixers);
      return [rule.code, { ...rule, holdsIn: new Set(holds.map(({ id }) => id)), fixes }];
    }),
  );
  return [...byCode.values()];
}

/** What the fixes of a code do. The JSON dialects do what 2.x does where both have some. */
function fixesOf(code, byDialect, ofJson) {
  const usual = (byDialect['openchatml-2.2'][code] ?? ofJson[code])?.says;
  const in01 = byDialect['openchatml-0.1'][code]?.says;
  if (usual === undefined || in01 === undefined || usual === in01) return usual ?? in01;
  return `${usual}. In OpenChatML 0.1: ${in01}`;
}

const pageOf = (code) => `docs/rules/${code}.md`;

/** The generated files by path, with the hand-written parts that `read` gives. */
export function ruleDocuments(rules, read) {
  const pages = rules.map((rule) => [pageOf(rule.code), page(rule, read(pageOf(rule.code)))]);
  return {
    ...Object.fromEntries(pages),
    'docs/rules/README.md': between(read('docs/rules/README.md'), table(rules, '')),
    'README.md': between(read('README.md'), table(rules, 'docs/rules/')),
  };
}

/** A page: everything above its first heading is generated. */
function page(rule, text) {
  const written = text.indexOf('## ');
  const prose = written < 0 ? '## What\n\n## Why\n\n## Example\n\n## Use instead\n' : text.slice(written);
  const { level, levels: differing = {} } = rule;
  const levels = [
    `Severity: ${level}`,
    ...Object.entries(places).flatMap(([id, name]) => (differing[id] ? `in ${name(differing)}: ${differing[id]}` : [])),
    differing.strict && `strict: ${differing.strict}`,
    differing.training && `in rows to train on: ${differing.training}`,
    `source: ${rule.section.replace(/^\d/, 'OpenChatML $&')}`,
  ];
  const fixes = rule.fixes === undefined ? '' : `Fix: ${rule.fixes}.\n\n`;
  return `# ${rule.code}\n\n${rule.title}.\n\n${levels.filter(Boolean).join(' · ')}\n\n${fixes}${prose}`;
}

/** Where a severity differs, in words; the profile has that of Harmony, if it has one. */
const places = {
  harmony: (levels) => (levels[profile] ? 'Harmony mode' : 'Harmony documents'),
  'openchatml-0.1': () => 'OpenChatML 0.1',
  llama3: () => 'Llama 3',
  messages: () => 'message lists',
};
/** Families with a column of their own in the tables, and its head. */
const columns = { 'openchatml-0.1': '0.1', llama3: 'Llama 3' };
const profile = 'openchatml-2.2+harmony';

function table(rules, folder) {
  const rows = rules.map(({ code, title, level, levels = {}, holdsIn }) => {
    const ofText = holdsIn.size > 0;
    const { harmony, strict } = levels;
    const inHarmony =
      ofText && !holdsIn.has('harmony') ? '–' : harmony ? `${harmony}${levels[profile] ? '' : '¹'}` : '';
    const inFamily = (id) => (holdsIn.has(id) ? (levels[id] ?? '✓') : '–');
    const link = `[\`${code}\`](${folder}${code}.md)`;
    const ofFamilies = Object.keys(columns).map(inFamily);
    return [link, title.replaceAll('|', '\\|'), level, inHarmony, ...ofFamilies, strict ?? ''];
  });
  const head = ['Code', 'What is wrong', 'Severity', 'Harmony', ...Object.values(columns), 'Strict'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) =>
    `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' '),
  );
  return `${lines.join('\n')}\n\n¹ In Harmony documents; not in OpenChatML 2.2 with the Harmony profile.`;
}

const marks = /(<!-- rules: generated -->\n)[^]*?(\n<!-- \/rules -->)/;

function between(text, generated) {
  if (!marks.test(text)) throw new Error('There are no marks for the table of rules.');
  return text.replace(marks, (_, open, close) => `${open}\n${generated}\n${close}`);
}

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
  const { allRules, fixersOf, jsonFixers } = createRequire(import.meta.url)(outfile);
  const in01 = new Set(allRules.filter((rule) => rule.dialects?.includes('openchatml-0.1')).map(({ code }) => code));
  const inLlama = new Set(allRules.filter((rule) => rule.dialects?.includes('llama3')).map(({ code }) => code));
  const byCode = new Map(
    allRules.map((rule) => {
      return [
        rule.code,
        {
          ...rule,
          in01: in01.has(rule.code),
          inLlama: inLlama.has(rule.code),
          fixes: fixesOf(rule.code, fixersOf, jsonFixers),
        },
      ];
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
  const levels = [
    `Severity: ${rule.level}`,
    rule.harmony && `in Harmony mode: ${rule.harmony}`,
    rule.harmonyDialect && `in Harmony documents: ${rule.harmonyDialect}`,
    rule.chatml && `in OpenChatML 0.1: ${rule.chatml}`,
    rule.strict && `strict: ${rule.strict}`,
    rule.training && `in training rows: ${rule.training}`,
    `source: ${rule.section.replace(/^\d/, 'OpenChatML $&')}`,
  ];
  const fixes = rule.fixes === undefined ? '' : `Fix: ${rule.fixes}.\n\n`;
  return `# ${rule.code}\n\n${rule.title}.\n\n${levels.filter(Boolean).join(' · ')}\n\n${fixes}${prose}`;
}

function table(rules, folder) {
  const rows = rules.map(({ code, title, level, harmony, harmonyDialect, dialects, chatml, in01, inLlama, strict }) => {
    const only01 = dialects !== undefined && !dialects.includes('harmony');
    const inHarmony = only01 ? '–' : (harmony ?? (harmonyDialect && `${harmonyDialect}¹`) ?? '');
    const link = `[\`${code}\`](${folder}${code}.md)`;
    return [
      link,
      title.replaceAll('|', '\\|'),
      level,
      inHarmony,
      in01 ? (chatml ?? '✓') : '–',
      inLlama ? '✓' : '–',
      strict ?? '',
    ];
  });
  const head = ['Code', 'What is wrong', 'Severity', 'Harmony', '0.1', 'Llama 3', 'Strict'];
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

// Generates the documentation of the rules: the head of each rule's page in docs/rules/, and the table of codes.
import { bundled } from '../bundled.mjs';
import { tokenFrames } from './plain.mjs';

/** Returns the rules (in order, one per code), the notes of conversions, and the known errors of servers. */
export async function loadRules() {
  const loaded = await bundled(
    'generate/rules',
    `
        export { allRules } from './rules/all.ts';
        export { conversionNotes } from './rules/conversions.ts';
        export { rules } from './rules/index.ts';
        export { looksIn } from './rules/support/rule.ts';
        export { families } from './syntax/families/index.ts';
        export { fixersOf } from './fixes/index.ts';
        export { jsonFixers } from './fixes/json/index.ts';
        export { causes } from './explain/causes.ts';
        export { knownErrors } from './explain/server-errors.ts';`,
  );
  const { allRules, conversionNotes, rules, looksIn, families, fixersOf, jsonFixers, causes, knownErrors } = loaded;
  const byCode = new Map(
    allRules.map((rule) => {
      const looksAt = (family) => rules.includes(rule) && looksIn(rule, family).length > 0;
      const holds = Object.values(families).filter(looksAt);
      const byDialect = Object.fromEntries(Object.values(families).map((family) => [family.id, fixersOf(family)]));
      const fixes = fixesOf(rule.code, byDialect, jsonFixers);
      const errors = knownErrors.filter(({ kind }) => causes[kind].pages.includes(rule.code));
      return [rule.code, { ...rule, holdsIn: new Set(holds.map(({ id }) => id)), fixes, errors }];
    }),
  );
  return { rules: [...byCode.values()], conversionNotes, knownErrors };
}

/** Describes the fixes for a code. If both OpenChatML 2.x and the JSON dialects have a fix for it, the descriptions are the same. */
function fixesOf(code, byDialect, ofJson) {
  const usual = (byDialect['openchatml-2.2'][code] ?? ofJson[code])?.says;
  const in01 = byDialect['openchatml-0.1'][code]?.says;
  const elsewhere = () => Object.values(byDialect).find((fixers) => fixers[code]?.says)?.[code].says;
  if (usual === undefined || in01 === undefined || usual === in01) return usual ?? in01 ?? elsewhere();
  return `${usual}. In OpenChatML 0.1: ${in01}`;
}

const pageOf = (code) => `docs/rules/${code}.md`;

/** Returns the generated files by path. `read`: returns the current text of a file, with its hand-written parts. */
export function ruleDocuments({ rules, conversionNotes }, read, facts) {
  const framed = Object.fromEntries(tokenFrames(facts).map(({ id, name }) => [id, name]));
  const pages = rules.map((rule) => [pageOf(rule.code), page(rule, read(pageOf(rule.code)), framed)]);
  return {
    ...Object.fromEntries(pages),
    ...Object.fromEntries(conversionNotes.map((note) => [pageOf(note.code), notePage(note, read(pageOf(note.code)))])),
    'docs/rules/README.md': between(
      read('docs/rules/README.md'),
      `${table(rules, framed)}\n\n${noteTable(conversionNotes)}`,
    ),
  };
}

/** Returns the page of a rule. Everything before its first heading is generated. */
function page(rule, text, framed) {
  const proseStart = text.indexOf('## ');
  const prose = proseStart < 0 ? '## What\n\n## Why\n\n## Example\n\n## Use instead\n' : text.slice(proseStart);
  const { level, levels: differing = {} } = rule;
  const levels = [
    `Severity: ${level}`,
    ...Object.entries({ ...places, ...framed }).flatMap(([id, name]) =>
      differing[id] ? `in ${typeof name === 'string' ? name : name(differing)}: ${differing[id]}` : [],
    ),
    differing.strict && `strict: ${differing.strict}`,
    differing.training && `in training rows: ${differing.training}`,
    `source: ${rule.section.replace(/^\d/, 'OpenChatML $&')}`,
  ];
  const fixes = rule.fixes === undefined ? '' : `Fix: ${rule.fixes}.\n\n`;
  const head = `# ${rule.code}\n\n${rule.title}.\n\n${levels.filter(Boolean).join(' · ')}`;
  return `${head}\n\n${fixes}${switchedOff(rule)}\n\n${serverErrors(rule, prose)}${prose}`;
}

/** Returns the page of a note. The severity of a note cannot be configured, since it does not report a problem in the document. */
function notePage({ code, title, level }, text) {
  const prose = text.slice(Math.max(0, text.indexOf('## ')));
  const where = 'Reported by `ocml convert` and _OpenChatML: Convert To…_ ([more](../convert.md#losses-and-refusals)).';
  return `# ${code}\n\n${title}.\n\nSeverity: ${level}\n\n${where}\n\n${prose}`;
}

function noteTable(notes) {
  const rows = notes.map(({ code, title, level }) => `| [\`${code}\`](${code}.md) | ${title} | ${level} |`);
  return [
    'Besides `harmony-rejects`, conversions report these codes:',
    '',
    '| Code | What happens | Severity |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** Returns instructions for switching a rule off. They mention the document header if the documents that the rule checks can have one. */
function switchedOff({ code, level, holdsIn }) {
  if (level === 'off')
    return `Off by default. Switch on: \`--rule ${code}=warning\`, or [in a project or the settings](README.md#severities).`;
  const inDocument = holdsIn.has('openchatml-2.2') ? `\`lint: {${code}: off}\` in the document header, ` : '';
  return `Switch off: ${inDocument}\`--rule ${code}=off\`, or [in a project or the settings](README.md#severities).`;
}

/** Quotes the errors that servers report for the fault, except for those that the page itself already quotes. */
function serverErrors({ errors }, prose) {
  const texts = new Set(
    errors.map(({ text }) => text).filter((text) => !prose.includes(text.replaceAll('|', '\\|').replace(/:? ?…$/, ''))),
  );
  // If no parser of model output raises the error, there is no output in which `ocml explain` could show the fault.
  const says = errors.some(({ parser }) => parser)
    ? '`ocml explain` shows where'
    : '`ocml explain --error` says what to do';
  return texts.size === 0 ? '' : `Servers report it as ${either([...texts].map(inCode))}; ${says}.\n\n`;
}

const either = (all) => (all.length > 1 ? `${all.slice(0, -1).join(', ')} or ${all.at(-1)}` : all[0]);

/**
 * The dialects in which a rule may have a different severity, except for the families whose headers end with a token. The profile
 * `+harmony` may have the same severity as Harmony.
 */
const places = {
  harmony: (levels) => (levels[profile] ? 'Harmony mode' : 'Harmony documents'),
  'openchatml-0.1': 'OpenChatML 0.1',
  messages: 'message lists',
};
const profile = 'openchatml-2.2+harmony';

/** Returns the table of codes, with a column for each family with plain frames. */
function table(rules, framed) {
  const columns = { 'openchatml-0.1': '0.1', ...framed };
  const rows = rules.map(({ code, title, level, levels = {}, holdsIn }) => {
    const ofText = holdsIn.size > 0;
    const { harmony, strict } = levels;
    const inHarmony =
      ofText && !holdsIn.has('harmony') ? '–' : harmony ? `${harmony}${levels[profile] ? '' : '¹'}` : '';
    const inFamily = (id) => (holdsIn.has(id) ? (levels[id] ?? '✓') : '–');
    const link = `[\`${code}\`](${code}.md)`;
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

/** Formats a text as code in Markdown, with enough backticks around it. */
function inCode(text) {
  if (!text.includes('`')) return `\`${text}\``;
  return `\`\` ${text} \`\``;
}

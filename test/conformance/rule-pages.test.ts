/** The pages in `docs/rules/`: there is one for each rule, all have the same form, and every example does what its page says. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { jsonRules } from '../../server/src/checker/json/rules.ts';
import { convertTranscript, type TargetName } from '../../server/src/convert/index.ts';
import type { NoteCode } from '../../server/src/convert/notes.ts';
import { causes } from '../../server/src/explain/causes.ts';
import { knownErrors } from '../../server/src/explain/server-errors.ts';
import { anyJson } from '../../server/src/grammar/index.ts';
import { allRules } from '../../server/src/rules/all.ts';
import { conversionNotes } from '../../server/src/rules/conversions.ts';
import { maskRules } from '../../server/src/rules/mask.ts';
import { levelOf } from '../../server/src/rules/support/levels.ts';
import type { Level, Problem, RuleFacts } from '../../server/src/rules/support/rule.ts';
import { templateRules } from '../../server/src/rules/template-problems.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check } from '../support/check.ts';
import { problemsUnderMask } from '../support/mask/page.ts';
import { root } from '../support/root.ts';
import {
  conversationsOr,
  type PageDocument as Document,
  documentsIn,
  type Found,
  problemsUnder,
} from '../support/rule-pages.ts';

const folder = join(root, 'docs/rules');

/** Rules of chat templates. Their pages show a template, and conversations that are checked with it. */
const ofTemplates = new Set(templateRules.map(({ code }) => code));
/** Rules of masks. Their pages show a template, and rows in which the command on the page finds the problem. */
const ofMasks = new Set(maskRules.map(({ code }) => code));

/** Codes of rules that the fast path may skip, because they declare that they report nothing for plain JSON values. */
const silentCodes = new Set(jsonRules.filter(({ json }) => json.silentOnPlainValues).map(({ code }) => code));
/** Advice for an example in JSON that is not reported. */
const fastPathHint =
  'The rule declares `silentOnPlainValues`, so the fast path (server/src/checker/json/fast-path.ts) may skip it. ' +
  "Make the fast path find the fault, declare `'rows'` if plain-training-row.ts finds it, or omit the declaration.";

/** Matches names of people and programs that a fault may affect. The section _Why_ of each page must name one of them. */
const concerned =
  /\b(?:users?|models?|train(?:s|ed|ing|ers?)?|servers?|parsers?|programs?|clients?|runtimes?|routers?|renderers?|checkers?|APIs?|Harmony|vLLM|Ollama)\b/;

/** The rules by code. Two rules may share a code. */
const byCode = new Map(allRules.map((rule) => [rule.code, rule]));

test('every rule has a page, and every page a rule', () => {
  const pages = readdirSync(folder).filter((file) => file !== 'README.md');
  const codes = [...byCode.keys(), ...conversionNotes.map(({ code }) => code)];
  assert.deepEqual(pages.sort(), codes.map((code) => `${code}.md`).sort());
});

for (const [code, rule] of byCode) {
  suite(code, () => {
    const page = readFileSync(join(folder, `${code}.md`), 'utf8');
    const [head, what, why, example, instead] = page.split(/^## (?:What|Why|Example|Use instead)\n/m);
    const examples = documentsIn(example);
    const mended = documentsIn(instead);
    const [template] = examples.filter(({ jinja }) => jinja);
    const problemsOf = (document: Document) => {
      if (ofTemplates.has(code)) return problemsUnder(document, template);
      if (!ofMasks.has(code)) return problemsIn(document, rule);
      const isMended = mended.includes(document);
      const section = isMended && instead?.includes('ocml mask ') ? instead : (example ?? '');
      const own = isMended ? mended.find(({ jinja }) => jinja) : undefined;
      return problemsUnderMask(document, own ?? template, section);
    };

    test('form', () => {
      const headings = [...page.matchAll(/^## (What|Why|Example|Use instead)$/gm)].map(([, heading]) => heading);
      assert.deepEqual(headings, ['What', 'Why', 'Example', 'Use instead']);
      for (const [heading, part] of Object.entries({ What: what, Why: why, Example: example, 'Use instead': instead }))
        assert.notEqual(part?.trim(), '', `docs/rules/${code}.md: nothing is written under ## ${heading}`);
      assert.match(why ?? '', concerned, `docs/rules/${code}.md: ## Why does not say whom the fault hurts`);
      const length = page.slice(page.indexOf('## ')).split('\n').length;
      assert.ok(length <= 60, `docs/rules/${code}.md: ${length} lines from ## What to the end; at most 60 are allowed`);
      const severity = `Severity: ${rule.level} · .*source: .+`;
      const off = `(?:Off by default\\. Switch on|Switch off): .*\`--rule ${code}=\\w+\`, or .+`;
      assert.match(
        head ?? '',
        new RegExp(`^# ${code}\n\n.+\n\n${severity}\n\n(?:Fix: .+\n\n)?${off}\n\n(?:Servers report it as .+\n\n)?$`),
      );
      for (const { text } of errorsOf(code)) assert.ok(saysIt(page, text), `what a server says: ${text}`);
      assert.equal(
        documentsIn(page).length,
        examples.length + mended.length,
        `docs/rules/${code}.md: a document is outside ## Example and ## Use instead`,
      );
      for (const [, target = ''] of page.matchAll(/\]\(([^)]+)\)/g))
        assert.ok(existsSync(join(folder, target.replace(/#.*/, ''))), target);
    });

    // Some faults, such as invalid bytes, cannot be shown in a short text. Their pages only describe them.
    const fence = 'a document in a fence marked `ocml`, or `json` with its dialect';
    const lacks = (heading: string) =>
      `docs/rules/${code}.md: ## ${heading} ${canBeShown ? `has no example: ${fence}` : 'has an example of what none can show'}`;
    const canBeShown = !['wire-long-message', 'encoding-invalid', 'mask-approximate'].includes(code);
    test('examples report the code', () => {
      assert.equal(examples.length > 0, canBeShown, lacks('Example'));
      for (const document of conversationsOr(examples)) {
        const problems = problemsOf(document);
        const usual = usualLevel(document, rule);
        const severity = document.severity ?? (usual === 'off' ? 'hint' : usual);
        const found = problems.filter((problem) => problem.code === code && problem.severity === severity);
        const all = problems.map((problem) => `${problem.severity} ${shown([problem])}`).join('\n');
        const wanted = `no ${severity} ${code}; a fence can name another severity, as in \`ocml (hint)\``;
        const skipped = silentCodes.has(code) && anyJson.some((dialect) => dialect === document.dialect);
        const hint = skipped ? `\n${fastPathHint}` : '';
        assert.notEqual(found.length, 0, `${document.text}\n\n${wanted}. Reported:\n${all || 'nothing'}${hint}`);
        const others = problems.filter((problem) => problem.code !== code && isSerious(problem));
        const unnamed = others.filter((problem) => !page.includes(`(${problem.code}.md)`));
        const faults = shown(unnamed);
        assert.equal(faults, '', `${document.text}\n\nreports what the page does not name:\n${faults}`);
      }
    });

    test('what to use instead is clean', () => {
      assert.equal(mended.length > 0, canBeShown, lacks('Use instead'));
      for (const document of ofMasks.has(code) ? conversationsOr(mended) : mended) {
        const bad = problemsOf(document).filter((problem) => problem.code === code || isSerious(problem));
        const faults = shown(bad);
        assert.equal(faults, '', `${document.text}\n\nshows what to use instead, but reports:\n${faults}`);
      }
    });
  });
}

suite('the notes of conversions', () => {
  const converted = { 'harmony-loss': 'harmony', 'harmony-unrepresentable': 'harmony' } as Record<string, TargetName>;
  const chatml = { 'conversion-unrepresentable': 'openchatml-0.1' } as Record<string, TargetName>;
  for (const { code } of conversionNotes) {
    test(code, () => {
      const page = readFileSync(join(folder, `${code}.md`), 'utf8');
      const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      assert.deepEqual(headings, ['What', 'Why', 'Example', 'Use instead']);
      const [, , why, example = '', instead = ''] = page.split(/^## .+\n/m);
      assert.match(why ?? '', concerned);
      const to = converted[code] ?? chatml[code] ?? 'messages';
      const codesOf = ({ text }: Document) =>
        convertTranscript(new Transcript('a.ocml', 'ocml', 0, text), {
          to,
          from: undefined,
          keepNames: false,
          bos: undefined,
        }).notes.map((note) => note.code);
      for (const document of documentsIn(example))
        assert.ok(codesOf(document).includes(code as NoteCode), document.text);
      for (const document of documentsIn(instead)) assert.deepEqual(codesOf(document), []);
    });
  }
});

/** Returns the error messages of servers that this fault causes. */
const errorsOf = (code: string) => knownErrors.filter(({ kind }) => causes[kind]?.pages.includes(code));

/** Whether a page mentions an error message, possibly in a table, or without the variable end of the message. */
const saysIt = (page: string, text: string) => page.replaceAll('\\|', '|').includes(text.replace(/:? ?…$/, ''));

/** Returns the problems of a document. If the rule is off by default, it is turned on. */
function problemsIn(document: Document, rule: RuleFacts): Problem[] {
  const levels: Record<string, Level> = usualLevel(document, rule) === 'off' ? { [rule.code]: 'hint' } : {};
  const { dialect, profile } = document;
  return check(document.text, { levels, ...(dialect && { dialect }), ...(profile && { profile }) });
}

function usualLevel({ dialect }: Document, rule: RuleFacts): Level {
  const family = families[dialect === 'harmony' ? dialect : 'openchatml-2.2'];
  return levelOf(rule, { family, strict: false }, {});
}

const isSerious = ({ severity }: Found) => severity === 'error' || severity === 'warning';
const shown = (problems: readonly Found[]) => problems.map(({ code, message }) => `${code}: ${message}`).join('\n');

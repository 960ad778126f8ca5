/** The pages in `docs/rules/`: one a rule, all in one form, and every example on them does what the page says. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { allRules } from '../../server/src/rules/all.ts';
import { levelOf } from '../../server/src/rules/support/levels.ts';
import type { Level, Problem, RuleFacts } from '../../server/src/rules/support/rule.ts';
import { templateLevel, templateRules } from '../../server/src/rules/templates.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { problemsOfFile } from '../../server/src/templates/document/file.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { RowChecker } from '../../server/src/templates/rows/checker.ts';
import { levelled, problemsOfRow } from '../../server/src/templates/rows/problems.ts';
import { check } from '../support/check.ts';
import { root } from '../support/root.ts';

const folder = join(root, 'docs/rules');

/** Of chat templates: their pages have templates, and conversations under the one that the page shows. */
const ofTemplates = new Set(templateRules.map(({ code }) => code));

/** The rules by code: two of them may share one. */
const byCode = new Map(allRules.map((rule) => [rule.code, rule]));

test('every rule has a page, and every page a rule', () => {
  const pages = readdirSync(folder).filter((file) => file !== 'README.md');
  assert.deepEqual(pages.sort(), [...byCode.keys()].map((code) => `${code}.md`).sort());
});

for (const [code, rule] of byCode) {
  suite(code, () => {
    const page = readFileSync(join(folder, `${code}.md`), 'utf8');
    const [head, what, why, example, instead] = page.split(/^## (?:What|Why|Example|Use instead)\n/m);
    const examples = documentsIn(example);
    const mended = documentsIn(instead);
    const [template] = examples.filter(({ jinja }) => jinja);
    const problemsOf = (document: Document) =>
      ofTemplates.has(code) ? problemsUnder(document, template) : problemsIn(document, rule);

    test('form', () => {
      const headings = [...page.matchAll(/^## (What|Why|Example|Use instead)$/gm)].map(([, heading]) => heading);
      assert.deepEqual(headings, ['What', 'Why', 'Example', 'Use instead']);
      for (const part of [what, why, example, instead]) assert.notEqual(part?.trim(), '');
      assert.ok(page.split('\n').length <= 60, 'too long');
      assert.match(
        head ?? '',
        new RegExp(`^# ${code}\n\n.+\n\nSeverity: ${rule.level} · .*source: .+\n\n(?:Fix: .+\n\n)?$`),
      );
      assert.equal(documentsIn(page).length, examples.length + mended.length, 'a document outside of its place');
      for (const [, target = ''] of page.matchAll(/\]\(([^)]+)\)/g))
        assert.ok(existsSync(join(folder, target)), target);
    });

    // What no text can show, such as wrong bytes, or no short one, is told in words.
    const canBeShown = code !== 'wire-long-message' && code !== 'encoding-invalid';
    test('examples report the code', () => {
      assert.equal(examples.length > 0, canBeShown);
      for (const document of conversationsOr(examples)) {
        const problems = problemsOf(document);
        const usual = usualLevel(document, rule);
        const severity = document.severity ?? (usual === 'off' ? 'hint' : usual);
        const found = problems.filter((problem) => problem.code === code && problem.severity === severity);
        assert.notEqual(found.length, 0, `${document.text}\n\nreports only:\n${shown(problems) || 'nothing'}`);
        const others = problems.filter((problem) => problem.code !== code && isSerious(problem));
        const unnamed = others.filter((problem) => !page.includes(`(${problem.code}.md)`));
        assert.equal(shown(unnamed), '', `${document.text}\n\nreports what the page does not name`);
      }
    });

    test('what to use instead is clean', () => {
      assert.equal(mended.length > 0, canBeShown);
      for (const document of mended) {
        const bad = problemsOf(document).filter((problem) => problem.code === code || isSerious(problem));
        assert.equal(shown(bad), '', document.text);
      }
    });
  });
}

interface Document {
  readonly text: string;
  /** It is a chat template. */
  readonly jinja: boolean;
  /** Of JSON and `.harmony` files; an `.ocml` one tells its dialect itself. */
  readonly dialect: AnyDialectId | undefined;
  /** Where it is not the usual one of the code, as with tags of ChatML. */
  readonly severity: string | undefined;
}

function documentsIn(markdown = ''): Document[] {
  return [...markdown.matchAll(/^```(ocml|json|jinja)(?: ([\w-]+))?(?: \((\w+)\))?\n([^]*?)\n```$/gm)].map(
    ([, language, dialect, severity, text = '']) => ({
      text,
      jinja: language === 'jinja',
      severity,
      dialect: dialect as AnyDialectId | undefined,
    }),
  );
}

/** The documents that a page is about: where there are conversations, a template is there for them. */
function conversationsOr(documents: readonly Document[]): readonly Document[] {
  const conversations = documents.filter(({ jinja }) => !jinja);
  return conversations.length > 0 ? conversations : documents;
}

type Found = Pick<Problem, 'code' | 'severity' | 'message'>;

/** What a template reports, or a conversation under one. */
function problemsUnder(document: Document, template: Document | undefined): Found[] {
  if (!document.jinja && template)
    return levelled(problemsOfRow(new RowChecker(jinjaTemplate('T', template.text)), document.text), {});
  return (problemsOfFile('chat_template.jinja', document.text) ?? []).map(({ code, message, milder }) => ({
    ...{ code, message },
    severity: templateLevel(code, {}, milder) as Found['severity'],
  }));
}

/** What a document reports; a rule that is off is switched on. */
function problemsIn(document: Document, rule: RuleFacts): Problem[] {
  const levels: Record<string, Level> = usualLevel(document, rule) === 'off' ? { [rule.code]: 'hint' } : {};
  return check(document.text, { levels, ...(document.dialect && { dialect: document.dialect }) });
}

function usualLevel({ dialect }: Document, rule: RuleFacts): Level {
  const family = families[dialect === 'harmony' ? dialect : 'openchatml-2.2'];
  return levelOf(rule, { family, strict: false }, {});
}

const isSerious = ({ severity }: Found) => severity === 'error' || severity === 'warning';
const shown = (problems: readonly Found[]) => problems.map(({ code, message }) => `${code}: ${message}`).join('\n');

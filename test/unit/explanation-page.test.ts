/** The page of an explanation shows hostile text as text, and can run only its own commands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explanationHtml, pageCommands } from '../../client/src/explain/explanation-html.ts';
import { findParserErrors } from '../../client/src/explain/offer-signs.ts';
import { Explainer } from '../../server/src/explain/explain.ts';
import { linesOf, report } from '../../server/src/explain/report.ts';
import { partsOf } from '../../server/src/explain/report-parts.ts';
import { knownErrors } from '../../server/src/explain/server-errors.ts';

const words = { title: 'Explanation', apply: 'Apply', applied: 'Applied', compare: 'Compare', sections: {} };

function explained(text: string) {
  const explainer = new Explainer();
  explainer.push(text);
  return explainer.end();
}

function pageFor(text: string, number: number | undefined = 7): string {
  const parts = partsOf(explained(text), (code) => `rule:${code}`, false);
  return explanationHtml({ parts, number, isApplied: false, words, language: 'en', nonce: 'n' });
}

const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&<a href="command:workbench.action.quit">x</a>`;
const broken = `<|channel|>commentary to=functions.f ${hostile} to=functions.f<|message|>{"a": "${hostile.replaceAll('"', '')}"}<|call|>`;

test('hostile outputs stay text, in every part of the page', () => {
  const repairable = `<|channel|>final<|message|>${hostile}<|end|><|start|>assistant<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>`;
  for (const text of [broken, repairable, `HarmonyError: Unknown role: ${hostile}`]) {
    const html = pageFor(text);
    assert.match(html, /default-src 'none'/);
    assert.ok(html.includes('&lt;script&gt;'), html);
    for (const [tag] of html.replace(/<style[^]*?<\/style>/, '').matchAll(/<[^>]*>/g)) {
      assert.doesNotMatch(tag, /^<(?:script|img|iframe|svg|form|input|object|link)\b|\bon\w+=/i);
      const [, href] = /href="([^"]*)"/.exec(tag) ?? [];
      if (href !== undefined)
        assert.ok(
          Object.values(pageCommands).some((command) => href.startsWith(`command:${command}?%5B`)),
          tag,
        );
    }
  }
});

test('the page begins with the verdict and the actions, then come the cause and the repair, and the input is last', () => {
  const html = pageFor('<|channel|>commentary to=functions.f to=functions.f<|message|>{"a": 1}<|call|>');
  assert.match(html, /<h1 class="fault">.*Rejected at line 1, column 52<\/h1>/);
  assert.match(
    html,
    /<mark class="wrong">to=functions\.f<\/mark><mark class="stop"><span class="token">&lt;\|message\|&gt;/,
  );
  assert.match(html, /<del>[^<]*to=functions\.f[^<]*<\/del>|<del> to<\/del>/);
  const at = [
    'class="verdict"',
    'ocml.applyRepair',
    'class="cause"',
    'class="repair"',
    'class="problems"',
    'class="input"',
  ].map((one) => html.indexOf(one));
  assert.deepEqual(
    [...at].sort((a, b) => a - b),
    at,
  );
  assert.ok(!at.includes(-1));
  assert.equal(html.match(/command:ocml\.applyRepair\?/g)?.length, 1);
  assert.ok(!pageFor('HarmonyError: Unknown role: x', undefined).includes('ocml.applyRepair'));
});

test('lines and parts say the same', () => {
  const explanation = explained(broken);
  const pageOf = (code: string) => `rule:${code}`;
  assert.deepEqual(linesOf(partsOf(explanation, pageOf, true)), report(explanation, pageOf));
});

test('a log with an error of a parser is recognised, and other logs are not', () => {
  for (const { parser, text, raisedAs = '', isCommon } of knownErrors) {
    if (parser === undefined || (isCommon && raisedAs === '')) continue;
    const line = `ERROR 12:00 ${raisedAs}${text.replaceAll('…', 'x')} etc.`;
    assert.deepEqual(findParserErrors(`INFO start\n${line}\nINFO end\n`).length, 1, line);
  }
  const others = [
    'Unknown role: admin',
    'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    'ValueError: substring not found',
    'unparsed command output: none',
    'Failed to parse JSON part: abc',
    'Unexpected token } in JSON at position 3',
    'failed to parse input',
  ];
  assert.deepEqual(findParserErrors(others.join('\n')), []);
});

test('the end of a large log is searched, quickly', () => {
  const line = 'INFO 08-06 23:25:57 unexpected token: the model produced output, error parsing nothing\n';
  const text = `${line.repeat(200_000)}error parsing tool call: raw='{'\n`;
  const start = process.cpuUsage();
  assert.equal(findParserErrors(text).length, 1);
  // The CPU time of this process does not depend on how busy the machine is.
  assert.ok(process.cpuUsage(start).user < 1_000_000);
});

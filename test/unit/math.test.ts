/** Formulas in Markdown: which text is a formula, which is not, and which is too large. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formulaHtml } from '../../server/src/render/formula.ts';
import { renderMarkdown } from '../../server/src/render/markdown.ts';
import { safeHtml } from '../../server/src/render/safe-html.ts';

const formulasIn = (text: string) => renderMarkdown(text).match(/<math/g)?.length ?? 0;
const raw = String.raw;

suite('formulas', () => {
  test('in all delimiters', () => {
    const inline = [
      '$x$',
      raw`$\alpha$`,
      '$f(x)$',
      '$2x + 3 = 7$',
      '$AB$',
      '$n^2$',
      raw`\(x\)`,
      raw`\(5\)`,
      '$a=b$',
      '$x, y$',
    ];
    for (const text of inline) assert.match(renderMarkdown(`So ${text}.`), /^<p>So <math><m.*<\/math>\.<\/p>$/m, text);
    for (const text of ['$$x = 1$$', '$$\nx = 1\n$$', '\\[\nx = 1\n\\]', raw`\[ x = 1 \]`])
      assert.match(renderMarkdown(text), /^<p><math display="block">.*<\/math><\/p>$/m, text);
    assert.equal(formulasIn('where\n\\[\nx_1 * y_2 * z\n\\]\nand'), 1);
    assert.equal(formulasIn('- a\n\n  $$\n  x = 1\n  $$\n- b\n\n> $$\n> y = 2\n> $$'), 2);
    assert.equal(formulasIn('| a | b |\n| --- | --- |\n| $x$ | \\(y\\) |'), 2);
    assert.equal(formulasIn(raw`**$x$** and $\text{if it is so}$ and $x_{\text{a b}}$`), 3);
  });

  test('none in prices, shells, brackets, words and code', () => {
    const texts = [
      'It costs $5 and $10.',
      'Between $5-$10, $5–$10, $5/$10, $5,$10.',
      'From 5$ to 10$, or $5 to 10$.',
      '($5, was 10$) and $5k-10k$ and $1M$ and $5$ and $20,000$',
      'US$5, R$5 e R$10, A$5/C$6, $100 (~95€/$)',
      '**$5**–**$10**, *$5* to *$6*',
      '| $5 | $6 |\n| --- | --- |\n| $7 | $8 |',
      'Paid $5\nand 6$ then.',
      'I have $3 and you have 4$ = 7 in total.',
      '$$ to $$$, cheap $ and dear $$$$',
      'a $$5 bill and a $$10 bill',
      '$HOME/bin:$PATH and $HOME:$PATH and ${a}-${b} and $1 $2',
      '$(x).on($y) and `$x$` and `a` $5 `b` 6$',
      '```\n$x$\n```',
      raw`see \[1\] and \[link\](https://a.example) and \(see below\) and \[ \] todo`,
      raw`\$5 and \$x\$`,
      '$ x$ and $x $ and $\n\nx$',
      'A $word$ and $name$ and $Id$',
    ];
    for (const text of texts) assert.equal(formulasIn(text), 0, text);
  });

  test('that cannot be read stay as they are written', () => {
    assert.match(renderMarkdown(raw`\(\foo_x_\)`), /<code>\\\(\\foo_x_\\\)<\/code>/);
    assert.match(renderMarkdown('\\[\n\\foo\n\\]'), /<pre><code>\\\[\n\\foo\n\\\]<\/code><\/pre>/);
    assert.match(renderMarkdown(raw`$\foo{x}$`), /\$\\foo\{x\}\$/);
    assert.match(renderMarkdown('\\[\nx = 1'), /\\\[\s+x = 1/);
  });

  test('mean what they say without styles and colours', () => {
    const html = formulaHtml(
      raw`\mathbb{R} \boxed{x} \cancel{y} \color{red}{z} \begin{aligned}a&=b\end{aligned}`,
      true,
    );
    assert.match(html ?? '', /ℝ.*math-box.*math-cancel.*math-right/);
    assert.doesNotMatch(html ?? '', / style=|color/);
  });

  test('that are too much of one are not shown as one', () => {
    const many = (text: string, length: number) => text.repeat(Math.floor(length / text.length));
    const nasty = [
      many('{', 2000) + many('}', 2000),
      many('\\left(', 4000),
      many(raw`\sqrt{`, 3000) + many('}', 500),
      raw`\def\a{\a\a}\a`,
      raw`\newcommand{\x}[1]{#1#1#1#1#1#1#1#1#1}\x{\x{\x{\x{\x{a}}}}}`,
      `\\begin{matrix}${many('&', 3900)}\\end{matrix}`,
    ];
    for (const tex of nasty) assert.equal(formulaHtml(tex, true), undefined, tex.slice(0, 40));
    assert.equal(formulasIn(`$x${many('+x', 4000)}$`), 0);
    assert.equal(formulasIn(many('$x_1$ ', 40_000)), 500);
    const start = performance.now();
    for (const text of ['\\(', '\\[\n', '$$\n', '- \\[\n', '$a\n', '\\(a '])
      assert.doesNotMatch(renderMarkdown(many(text, 49_000)), /<math/);
    assert.ok(performance.now() - start < 20_000);
  });

  test('of words that objects have of themselves are nothing special', () => {
    for (const tex of [raw`\constructor`, raw`\__proto__`, raw`\begin{toString}x\end{toString}`])
      assert.equal(formulaHtml(tex, false), undefined, tex);
  });

  test('are on the list as they are', () => {
    const tex = raw`\text{<b>\&amp;"'} < \sum_{i}^n \begin{array}{c|c}a&b\\\hline c&d\end{array} \overline{ab} \vec{v} \widehat{abc}`;
    const html = formulaHtml(tex, true) ?? '';
    assert.equal(safeHtml(html), html);
    assert.match(html, /&lt;b&gt;/);
  });
});

test('no backslash is lost', () => {
  const text = raw`\_a\_ \* \# \[x\] \(see here\) \\ \- \+ \. \! \| \~ \> \& \" \' C:\new \alpha ![a\_b](x) \
end`;
  const shown = renderMarkdown(text).replace(/<[^<>]*>/g, '');
  assert.equal(shown.match(/\\/g)?.length, text.match(/\\/g)?.length);
});

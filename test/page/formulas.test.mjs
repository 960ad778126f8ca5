// Formulas on the page, in every kind of theme and in narrow windows, under the content security policy of the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPreview, setTheme, strangers, themes } from '../attack/page.mjs';
import { startServer } from '../attack/views.mjs';
import { screenshot } from '../packaged/workbench.mjs';
import { found } from './axe.mjs';
import { createHost } from './host.mjs';

let server, browser, page, misdeeds, host;
before(async () => {
  server = await startServer();
  ({ browser, page, misdeeds } = await openPreview());
  await page.setViewportSize({ width: 720, height: 900 });
  host = await createHost(page, server);
});
after(async () => {
  await browser?.close();
  server?.stop();
});

const unharmed = async () => {
  assert.deepEqual(await found(page), []);
  assert.deepEqual([...(await strangers(page)), ...misdeeds], []);
};
const raw = String.raw;
const text = raw`The roots of $ax^2 + bx + c = 0$, for $a \neq 0$, cost nothing ($0 and no $5 fee):

\[
x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
\]

- \(\sum_{i=1}^n i = \frac{n(n+1)}{2}\), in $\mathbb{N}$, with $\boxed{42}$ and $\cancel{x}$
- $$A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}, \quad f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}$$

$$
\begin{aligned}
(a+b)^2 &= a^2 + 2ab + b^2 \\
(a-b)^2 &= a^2 - 2ab + b^2
\end{aligned}
$$

| Term | Value |
| --- | ---: |
| $\int_0^1 x\,dx$ | \(\tfrac12\) |

A long one: $$1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18+19+20+21+22+23+24+25+26+27+28+29+30+31+32 = 528$$

One with a mistake: \(\foo{x_1}\). And snake\_case, C:\new, \* no bullet.`;
const transcript = `version: 2.2\n\n<|start|>user<|message|>Roots of $ax^2+bx+c$?<|end|>\n<|start|>assistant<|channel|>final<|message|>${text}<|return|>`;

test('formulas are read, fractions are high, and what is wide scrolls by itself', async () => {
  await host.open(transcript, { name: 'x.ocml' });
  const formulas = page.locator('.assistant math');
  assert.equal(await formulas.count(), 12);
  const heightOf = (one) => one.evaluate((element) => element.getBoundingClientRect().height);
  assert.ok((await heightOf(page.locator('math[display] mfrac').first())) > 25);
  assert.match(await page.locator('.assistant .body').innerText(), /\$0 and no \$5 fee/);
  assert.equal(await page.locator('.assistant code').innerText(), raw`\(\foo{x_1}\)`);
  const rights = await page
    .locator('mtable mtr > mtd.math-right > *')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
  assert.equal(new Set(rights).size, 1, 'equations are aligned');
  for (const width of [720, 280]) {
    await page.setViewportSize({ width, height: 900 });
    await unharmed();
  }
  await screenshot(page, 'page-formulas-narrow');
  await page.setViewportSize({ width: 720, height: 900 });
});

for (const theme of Object.keys(themes)) {
  test(`formulas and backslashes can be read in ${theme}`, async () => {
    await setTheme(page, theme);
    await host.open(transcript, { name: 'x.ocml' });
    await screenshot(page, `page-formulas-${theme}`);
    await unharmed();
  });
}

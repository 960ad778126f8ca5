// Runs axe-core on the page through the Chrome DevTools Protocol, to which the content security policy of the page does not apply.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const violations = (without) => `axe.run(document, {
  resultTypes: ["violations"],
  rules: Object.fromEntries(${JSON.stringify(without)}.map((rule) => [rule, { enabled: false }])),
}).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`;

/** Returns the violations that axe-core finds on the page, without checking the rules in `without`. */
export async function found(page, without = []) {
  const session = await page.context().newCDPSession(page);
  const run = async (expression, awaitPromise = false) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      ...{ expression, awaitPromise, returnByValue: true },
    });
    assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
    return result.value;
  };
  await run(axe);
  return run(violations(without), true);
}

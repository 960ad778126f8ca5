// The views that are on the page as a whole: the prompt of a chat template, and the parts that a trainer trains on.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { openPreview, post, strangers } from '../attack/page.mjs';
import { startServer } from '../attack/views.mjs';
import { createHost, lastPosted } from './host.mjs';
import { calls, position, prompt, training, trainingWithoutTokenizer, uri } from './samples.mjs';

let server, browser, page, misdeeds, host;
before(async () => {
  server = await startServer();
  ({ browser, page, misdeeds } = await openPreview());
  await page.setViewportSize({ width: 720, height: 640 });
  host = await createHost(page, server);
  await host.open(calls, { name: 'x.ocml' });
});
after(async () => {
  await browser?.close();
  server?.stop();
});

const showTraining = (more = {}) =>
  post(page, { type: 'training', training: { ...training, ...more }, debug: false, uri });

suite('what a trainer trains', () => {
  const last = (type) => lastPosted(page, host.asked, type);

  test('is marked, with its reason for the mouse and for a screen reader', async () => {
    await showTraining();
    const trained = page.locator('.run.trained');
    assert.deepEqual(await trained.evaluateAll((all) => all.map((one) => one.textContent)), [
      '[trained: answer 2, because of `roles_to_train`] Dry.↵\nAnd warm.[trained: stop token of answer 2, because of `train_on_eos`] <|im_end|>',
    ]);
    assert.equal(await page.locator('.stop.hollow').count(), 1);
    assert.equal(await page.locator('.stop.solid').count(), 1);
    const answer = page.locator('.stretch', { hasText: 'And warm.' });
    assert.equal(await answer.getAttribute('title'), 'trained: answer 2, because of `roles_to_train`');
    // Trained and untrained tokens differ in more than their color.
    const styles = (selector) =>
      page.locator(selector).evaluate((one) => {
        const { borderBottomStyle, borderBottomWidth, backgroundImage } = getComputedStyle(one);
        return [borderBottomStyle, borderBottomWidth, backgroundImage !== 'none'];
      });
    assert.deepEqual(await styles('.run.trained'), ['solid', '2px', false]);
    assert.deepEqual(await styles('.stop.hollow'), ['dashed', '2px', false]);
    assert.deepEqual((await styles('.run.cut'))[2], true);
  });

  test('says whose it is and how much, and where it is cut', async () => {
    await showTraining();
    assert.equal(await page.locator('.cut-line').innerText(), 'cut here: 8 of 11 tokens kept');
    assert.equal(await page.locator('.training-share').innerText(), '3 of 8 tokens are trained (37.5%)');
    assert.deepEqual(await page.locator('.training-setting button').allInnerTexts(), [
      ...['axolotl', 'model', 'chat_template.jinja', 'train_on_eos=last', 'Options…', 'at most 8 tokens'],
    ]);
    assert.equal(await page.locator('#training').innerText(), 'Training: axolotl');
    assert.match(await page.locator('#which').innerText(), /of 3/);
  });

  test('a click leads to the source, a change or a finding', async () => {
    await showTraining();
    const answer = page.locator('.stretch', { hasText: 'And warm.' });
    // The text wraps onto two lines, and the center of its box is outside of both.
    await answer.click({ position: { x: 5, y: (await answer.boundingBox()).height - 5 } });
    assert.deepEqual((await last('reveal')).position, { line: 1, character: 3 });
    await page.locator('.finding.warning button').click();
    assert.deepEqual((await last('reveal')).position, position);
    await page.getByRole('button', { name: 'train_on_eos=last' }).click();
    assert.deepEqual(await last('changeTraining'), { type: 'changeTraining', what: 'options', option: 'train_on_eos' });
    await page.getByRole('button', { name: 'axolotl', exact: true }).click();
    assert.equal((await last('changeTraining')).what, 'trainer');
    await page.getByRole('button', { name: 'Next finding' }).click();
    assert.deepEqual(await last('problem'), { type: 'problem', step: 1, inRows: false });
    await page.getByRole('button', { name: 'Previous row with a finding' }).click();
    assert.deepEqual(await last('problem'), { type: 'problem', step: -1, inRows: true });
    await page.locator('#compare').click();
    assert.deepEqual(await last('compare'), { type: 'compare' });
    await post(page, { type: 'training', training: trainingWithoutTokenizer, debug: false, uri });
    await page.getByRole('button', { name: 'Choose a tokenizer…' }).click();
    assert.equal((await last('changeTraining')).what, 'tokenizer');
  });

  test('a prompt is searched on the page, and has a total, an export and a place in its data set', async () => {
    const words = Array.from({ length: 60 }, (_, i) => ({ text: `${i} rain\n`, kind: 'template' }));
    const at = (line) => ({ line, character: 0 });
    const conversation = { number: 2, count: 3, previous: at(0), next: at(2), range: { start: at(1), end: at(2) } };
    const stretches = [...prompt.stretches, ...words];
    const dropped = [{ what: 'the reasoning of message 2', position: { line: 0, character: 2 } }];
    const show = (more = {}) =>
      post(page, {
        type: 'prompt',
        prompt: { ...prompt, stretches, dropped, conversation, ...more },
        debug: false,
        uri,
      });
    await show();
    await post(page, { type: 'tokens', tokens: { version: 1, total: 77, estimated: false, messages: [] } });
    assert.equal(await page.locator('#total').innerText(), '77 tokens');
    assert.equal(await page.locator('#total').getAttribute('title'), 'Tokens in this prompt');
    // The count of one prompt does not stay beside another one of the same document.
    await show({ template: 'llama3' });
    await page.locator('#total.unknown').waitFor({ state: 'attached' });
    await show();
    await page.locator('#total:not(.unknown)').waitFor();
    assert.deepEqual(await page.locator('.omitted').allInnerTexts(), ['Omitted: the reasoning of message 2']);
    // The name of an omitted part is not copied with the prompt.
    assert.equal(await page.locator('.omitted').evaluate((one) => getComputedStyle(one).userSelect), 'none');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('rain');
    const hits = page.locator('#hits');
    await hits.getByText('Match 1 of 60').waitFor();
    await page.keyboard.press('Enter');
    await hits.getByText('Match 2 of 60').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await hits.getByText('Match 60 of 60').waitFor();
    assert.ok((await page.evaluate(() => scrollY)) > 0, 'the last match is scrolled to');
    // After an edit, the search stays where it is.
    await show({ stretches: stretches.slice(0, -1) });
    await hits.getByText('Match 59 of 59').waitFor();
    await page.keyboard.type('bow');
    await hits.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#export').click();
    assert.deepEqual(await last('export'), { type: 'export' });
    await page.locator('#next').click();
    assert.deepEqual((await last('around')).position, at(2));
    // The host answers with the messages at that position.
    await page.locator('.stretch').first().waitFor({ state: 'detached' });
  });

  test('the cursor of the editor marks what the prompt has of its text', async () => {
    await showTraining();
    await post(page, { type: 'cursor', line: 1, character: 4 });
    assert.match(await page.locator('.stretch.current').textContent(), /And warm/);
  });
});

test('nothing was asked of the browser that it should not do', async () => {
  assert.deepEqual([...(await strangers(page)), ...misdeeds], []);
});

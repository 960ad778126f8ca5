// Attacks the preview in a real browser with the content of transcripts, with a server that lets everything through, and with messages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, suite, test } from 'node:test';
import { screenshot } from '../packaged/workbench.mjs';
import { openPreview, post, strangers } from './page.mjs';
import { startServer } from './views.mjs';

const hostile = JSON.parse(readFileSync(new URL('hostile-html.json', import.meta.url), 'utf8'));
const uri = 'file:///x.ocml';

let server, browser, page, misdeeds;

before(async () => {
  server = await startServer();
  ({ browser, page, misdeeds } = await openPreview());
  await page.setViewportSize({ width: 480, height: 900 });
});

after(async () => {
  await browser?.close();
  server?.stop();
});

afterEach(async ({ name }) => {
  await screenshot(page, `attack-${name.replaceAll(/\W+/g, '-')}`);
});

const show = (view, debug = false, rest = 0) =>
  post(page, { type: 'view', view, mode: 'user', debug, uri, only: {} }, rest);

/** Asserts that nothing unexpected has happened. */
async function unharmed(what) {
  assert.deepEqual([...(await strangers(page)), ...misdeeds], [], what);
}

/** Returns a transcript with messages of these bodies. */
const said = (bodies, header = 'assistant<|channel|>final') =>
  bodies.map((body) => `<|start|>${header}<|message|>${body}<|end|>\n`).join('');

/** Returns a view that contains all of this HTML, as if the server let it through unchanged. */
async function letThrough(html) {
  const view = await server.viewOf(said(html.map((_, i) => `message ${i}`)));
  assert.equal(view.messages.length, html.length);
  return { ...view, messages: view.messages.map((message, i) => ({ ...message, html: html[i] })) };
}

test('a transcript is shown', async () => {
  const view = await server.viewOf(
    `<|start|>user name=ann_b<|message|>Plain *text*<|end|>\n${said([
      '# Title\n\n**Bold** [web](https://example.com) [no](javascript:x) ![cat](https://attack.example/cat)\n\n' +
        '1. one\n2. two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nlet x = 1 < 2;\n```\n\n> quoted',
    ])}`,
  );
  await show(view);
  assert.deepEqual(await page.locator('.message .speaker').allInnerTexts(), ['ann b', 'Assistant']);
  const body = page.locator('.message').nth(1).locator('.body');
  for (const tag of ['h1', 'strong', 'a', 'ol', 'table', 'pre code.language-ts', 'blockquote', 'span.image']) {
    assert.equal(await body.locator(tag).count(), 1, tag);
  }
  assert.equal(await body.locator('a').getAttribute('href'), 'https://example.com');
  assert.equal(await body.locator('pre').innerText(), 'let x = 1 < 2;\n');
  await unharmed();
});

suite('what transcripts say', () => {
  for (const header of [
    'assistant<|channel|>final',
    'user',
    'user content_type=markdown',
    'user content_type=constructor',
  ]) {
    test(`hostile HTML as ${header.replaceAll(/\W+/g, ' ')}`, async () => {
      await show(await server.viewOf(said(hostile, header)), false, 300);
      await unharmed();
      assert.ok((await page.locator('#conversation').innerText()).includes('<meta http-equiv=refresh'));
    });
  }

  test('hostile HTML in hidden layers, names and ids', async () => {
    const quoted = hostile.map((html) => JSON.stringify(html.replaceAll('\u0000', '').replaceAll('|', '')));
    const text = quoted
      .map((name, i) => `<|start|>tool name=${name} call_id=${name}<|message|>${hostile[i]}<|end|>\n`)
      .join('');
    await show(await server.viewOf(text, { debug: true }), true, 300);
    await unharmed();
  });

  test('hostile HTML in JSON', async () => {
    const roles = ['user', 'assistant', 'system', '<img src=x onerror=attacked=1>', 'note failure'];
    const messages = hostile.flatMap((content, i) => [
      { role: roles[i % 5], name: content, content },
      { role: 'assistant', content: [{ type: 'text', text: content }], content_type: 'constructor' },
    ]);
    for (const debug of [false, true]) {
      await show(await server.viewOf(JSON.stringify(messages), { debug, name: 'x.messages.json' }), debug, 300);
      await unharmed();
    }
  });
});

test('what is hidden in doubt is counted and not quoted', async () => {
  const text = said(['SECRET'], 'assistant analysis') + said(['Hi'], 'user') + said(['SECRET'], 'system');
  await show(await server.viewOf(text), false, 50);
  const shown = await page.locator('#conversation').innerText();
  assert.match(
    shown,
    /1 message contains an error or may not be what it seems, so end users do not see the complete message/,
  );
  assert.doesNotMatch(shown, /SECRET|analysis/);
});

suite('a server that lets everything through', () => {
  test('hostile HTML is text', async () => {
    await show(await letThrough(hostile), false, 500);
    await unharmed();
    const [first] = await page.locator('.message .body').allInnerTexts();
    assert.equal(first, hostile[0]);
  });

  test('alone, or between what is allowed', async () => {
    for (const html of hostile) {
      await show(await letThrough([html, `<p>before</p>${html}<p>behind</p>`]));
      await unharmed(html);
    }
  });

  test('hostile HTML in every other member', async () => {
    const view = await letThrough(['x', 'y']);
    for (const html of hostile.slice(0, 60)) {
      const members = { role: html, name: html, channel: html, intent: html, to: html, callId: html, html };
      const messages = view.messages.map((message, i) => ({ ...message, ...members, hidden: i === 1 }));
      await post(page, {
        type: 'view',
        view: { ...view, dialect: html, messages },
        mode: 'user',
        debug: true,
        uri: html,
        only: {},
      });
    }
    await page.waitForTimeout(300);
    await unharmed();
  });
});

test('hostile HTML in a prompt is text', async () => {
  const position = { line: 0, character: 0 };
  const prompt = {
    ...{ version: 1, template: hostile[0], notes: hostile },
    stretches: hostile.map((text) => ({ text, kind: 'message', position })),
    dropped: hostile.map((what) => ({ what, position })),
  };
  await post(page, { type: 'prompt', prompt, debug: false, uri }, 300);
  await unharmed('in a prompt');
  assert.equal((await page.locator('.prompt > .stretch').allTextContents()).join(''), hostile.join(''));
  const omitted = await page.locator('.prompt > .omitted').allTextContents();
  assert.deepEqual(omitted.sort(), hostile.map((what) => `Omitted: ${what}`).sort());
  await post(page, { type: 'prompt', prompt: { ...prompt, error: hostile.join('') }, debug: false, uri }, 300);
  await unharmed('in an error');
  assert.equal(await page.locator('.prompt').count(), 0);
});

suite('the policy', () => {
  // HTML that a test puts on this page stays there for the following tests.
  let browser, page, misdeeds;
  before(async () => {
    ({ browser, page, misdeeds } = await openPreview());
  });
  after(() => browser?.close());

  test('lets no text become markup or code', async () => {
    const outcomes = await page.evaluate(() => {
      const attempt = (act) => {
        try {
          act();
          return 'done';
        } catch (error) {
          return error.name;
        }
      };
      const markup = '<img src=x onerror="window.attacked = true">';
      return [
        attempt(() => (document.getElementById('conversation').innerHTML = markup)),
        attempt(() => document.body.insertAdjacentHTML('beforeend', markup)),
        attempt(() => document.write(markup)),
        attempt(() => new DOMParser().parseFromString(markup, 'text/html')),
        attempt(() => (document.createElement('iframe').srcdoc = markup)),
        attempt(() => (document.createElement('script').text = 'window.attacked = true')),
        attempt(() => document.createElement('object').setAttribute('data', 'https://attack.example/object')),
        attempt(() => document.body.setAttribute('onclick', 'window.attacked = true')),
      ];
    });
    assert.deepEqual(new Set(outcomes), new Set(['TypeError']));
  });

  test('stops what would load, send, or lead elsewhere', async () => {
    const before = page.url();
    await page.evaluate(() => {
      const add = (tag, attributes, to = document.body) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        to.append(element);
        return element;
      };
      const bad = 'https://attack.example';
      add('base', { href: `${bad}/` }, document.head);
      add('img', { src: `${bad}/image` });
      add('link', { rel: 'stylesheet', href: `${bad}/style` }, document.head);
      add('link', { rel: 'icon', href: `${bad}/icon` }, document.head);
      add('style', {}).textContent = 'body { display: none }';
      add('p', { style: 'position: fixed' });
      add('iframe', { src: `${bad}/frame` });
      add('video', { src: `${bad}/video`, autoplay: '' });
      add('form', { action: `${bad}/form`, method: 'post' }).submit();
      void fetch(`${bad}/fetch`).catch(() => {});
      navigator.sendBeacon(`${bad}/beacon`, 'x');
    });
    await page.waitForTimeout(500);
    assert.equal(page.url(), before);
    const state = await page.evaluate(() => ({
      base: document.baseURI,
      display: getComputedStyle(document.body).display,
      attacked: 'attacked' in window,
    }));
    assert.deepEqual(state, { base: before, display: 'block', attacked: false });
    assert.deepEqual(
      misdeeds.filter((deed) => /^requests|^opens a window|navigates to (?!about|chrome-error)/.test(deed)),
      [],
    );
  });
});

suite('the page', () => {
  const shown = () => page.locator('#conversation').innerText();

  test('does not mind messages that are none', async () => {
    const view = await server.viewOf(said(['still here']));
    await show(view);
    const numbers = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, '1', null];
    for (const message of [
      null,
      'view',
      [],
      { type: 'constructor' },
      { type: '__proto__' },
      { type: 'view' },
      { type: 'view', view: null, mode: 'user', debug: false, uri, only: {} },
      { type: 'view', view, mode: 'everything', debug: false, uri, only: {} },
      { type: 'view', view: { ...view, messages: [null] }, mode: 'user', debug: false, uri, only: {} },
      {
        type: 'view',
        view: { ...view, messages: [{ ...view.messages[0], html: { toString: 1 } }] },
        mode: 'user',
        debug: false,
        uri,
        only: {},
      },
      { type: 'failure', reason: { x: 1 } },
      ...numbers.flatMap((line) => [
        { type: 'scroll', line, character: 0 },
        { type: 'cursor', line, character: 0 },
      ]),
    ]) {
      await post(page, message);
    }
    assert.match(await shown(), /still here/);
    await unharmed();
  });

  test('says that it has no view instead of keeping the old one', async () => {
    await show(await server.viewOf(said(['OLD'])));
    await post(page, { type: 'failure', reason: 'The language server has stopped.' });
    assert.equal(await shown(), 'The language server has stopped.\n\nTry again');
    await page.evaluate(() => said.splice(0));
    await page.getByRole('button', { name: 'Try again' }).click();
    assert.deepEqual(await page.evaluate(() => said), [{ type: 'ready' }]);
    await show(await server.viewOf(said(['NEW'])));
    assert.match(await shown(), /NEW/);
    await unharmed();
  });

  test('shows nothing while it waits for another document', async () => {
    await show(await server.viewOf(said(['OLD'])));
    await post(page, { type: 'waiting' });
    assert.equal(await shown(), '');
    await unharmed();
  });

  test('says so when it cannot show a view', async () => {
    const view = await server.viewOf(said(['OLD']));
    await show(view);
    await page.evaluate(() => {
      const { createElement } = document;
      document.createElement = (...given) => {
        if (given[0] !== 'article') return createElement.apply(document, given);
        document.createElement = createElement;
        throw new Error('no more elements');
      };
    });
    await show(await server.viewOf(said(['NEW'])));
    assert.match(await shown(), /^The page could not show the conversation: Error: no more elements\. /);
    await show(view);
    assert.match(await shown(), /OLD/);
    await unharmed();
  });
});

suite('text that is hard to lay out', () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(40);

  test('very long words stay inside', async () => {
    const bodies = [
      long,
      `\`${long}\` **${long}** [${long}](https://example.com/${long})`,
      `# ${long}\n\n- ${long}\n  - ${long}\n\n> ${long}`,
      `| ${long} | b |\n|---|---|\n| ${long} | ${long} |`,
      `\`\`\`\n${long}\n\`\`\``,
      `![${long}](https://example.com/${long}) https://example.com/${long}`,
    ];
    const text =
      `<|start|>user name=${'n'.repeat(400)}<|message|>${long}<|end|>\n` +
      `<|start|>tool name=functions.${'f'.repeat(300)} call_id=${'c'.repeat(300)}<|message|>${long}<|end|>\n${said(bodies)}`;
    await show(await server.viewOf(text));
    await unharmed();
    await show(await server.viewOf(text, { debug: true }), true);
    await unharmed();
  });

  test('what is written from right to left, or says that it is, keeps to itself', async () => {
    const text =
      `<|start|>user name=\u202eeve<|message|>\u202egnirts a si siht<|end|>\n` +
      `<|start|>user<|message|>مرحبا بك (1) في hello<|end|>\n` +
      said([
        '# שלום\n\nEnglish `\u202ecode\u2066` after\n\n- \u2067one\n- two\n\nمرحبا **hello** بك',
        'left to right.',
      ]);
    await show(await server.viewOf(text));
    await unharmed();
    const styles = await page
      .locator('.message > .body')
      .evaluateAll((bodies) =>
        bodies.map((body) => [body.dir, getComputedStyle(body).unicodeBidi, getComputedStyle(body).direction]),
      );
    assert.deepEqual(styles, [
      ['auto', 'isolate', 'ltr'],
      ['auto', 'isolate', 'rtl'],
      ['auto', 'isolate', 'rtl'],
      ['auto', 'isolate', 'ltr'],
    ]);
    // The effect of the override ends with the name, so the badges and the message after it run from left to right.
    const [speaker, code] = await Promise.all(
      ['.speaker', 'code'].map((selector) =>
        page
          .locator(selector)
          .first()
          .evaluate((it) => getComputedStyle(it).unicodeBidi),
      ),
    );
    assert.deepEqual([speaker, code], ['isolate', 'isolate']);
  });

  test('marks piled on a letter do not cover other messages', async () => {
    const pile = `a${'\u0300\u0316'.repeat(300)}`;
    await show(await server.viewOf(said(['above', pile.repeat(5), 'below'])));
    assert.equal(
      await page
        .locator('.body')
        .nth(1)
        .evaluate((it) => getComputedStyle(it).overflowY),
      'clip',
    );
    await unharmed();
  });
});

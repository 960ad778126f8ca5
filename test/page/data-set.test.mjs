// The rows of a data set beside the preview in a real browser: any number of rows, by mouse, by keyboard, and for screen readers.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { openPreview, setTheme, themes } from '../attack/page.mjs';
import { screenshot } from '../packaged/workbench.mjs';
import { found } from './axe.mjs';
import { createDataSetHost } from './data-set-host.mjs';
import { lastPosted } from './host.mjs';

let browser, page, misdeeds, host;
before(async () => {
  ({ browser, page, misdeeds } = await openPreview(undefined, 'data-set'));
  await page.setViewportSize({ width: 1000, height: 600 });
  host = await createDataSetHost(page, 100_000_000);
});
after(() => browser?.close());
beforeEach(() => {
  host.asked.length = 0;
});

const row = (number) => page.locator('.row', { has: page.getByText(number.toLocaleString('en'), { exact: true }) });
const shows = (number) => page.getByText(`user of row ${number}`, { exact: true }).waitFor();
const last = (type) => lastPosted(page, host.asked, type);
/** Replaces the data set with one that has this number of rows, and starts at its first row. */
async function open(rows, state = {}) {
  host.generation++;
  Object.assign(host, { numberAt: (place) => place + 1, placeOf: (number) => number - 1, isChecked: false });
  host.state = { rows, isComplete: true, read: 5e9, size: 5e9, notes: [] };
  await host.change(state, {});
  if (rows > 0) await host.show(1);
}
/** Returns the numbers of the rows in view. */
const inView = () =>
  page.evaluate(() => {
    const box = document.getElementById('rows').getBoundingClientRect();
    return [...document.querySelectorAll('.row')]
      .filter(
        (one) => one.getBoundingClientRect().bottom > box.top + 1 && one.getBoundingClientRect().top < box.bottom - 1,
      )
      .map((one) => [one.getBoundingClientRect().top, Number(one.ariaPosInSet)])
      .sort(([a], [b]) => a - b)
      .map(([, number]) => number);
  });

suite('100 million rows', () => {
  before(() => open(100_000_000));

  test('only the rows in view are on the page, and asked for', async () => {
    await row(1).waitFor();
    await shows(1);
    assert.ok((await page.locator('.row').count()) < 40);
    assert.equal(await page.locator('#rows-count').textContent(), '100,000,000 rows');
  });

  test('the end is one key away, and the beginning; the row is shown', async () => {
    await page.locator('#rows').focus();
    await page.keyboard.press('End');
    await row(100_000_000).waitFor();
    await shows(100_000_000);
    assert.equal((await inView()).at(-1), 100_000_000);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await shows(1);
    assert.equal((await inView())[0], 1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(200);
    const active = await page.evaluate(() => document.getElementById('rows').getAttribute('aria-activedescendant'));
    assert.match(await page.locator(`#${active} > .apart`).textContent(), /^Row \d+, Question/);
    assert.ok((await inView()).includes(Number(active.slice(4)) + 1));
  });

  test('a long number is not covered by the roles, and the commands of the row keep off the edge', async () => {
    await page.locator('#rows').focus();
    await page.keyboard.press('End');
    await shows(100_000_000);
    const overlaps = await page.evaluate(() =>
      [...document.querySelectorAll('.row')].filter((one) => {
        const [number, marks] = ['.row-number', '.marks'].map((name) => one.querySelector(name));
        const range = document.createRange();
        range.selectNodeContents(number);
        return range.getBoundingClientRect().right > marks.getBoundingClientRect().left;
      }),
    );
    assert.deepEqual(overlaps, []);
    const room = () =>
      page.evaluate(() => innerWidth - document.getElementById('row-tools').getBoundingClientRect().right);
    assert.ok((await room()) >= 8, `${await room()} px`);
  });

  test('a number that is typed leads to its row', async () => {
    await page.locator('#rows').focus();
    await page.keyboard.type('54321987');
    assert.equal(await page.locator('#rows-go').inputValue(), '54321987');
    await page.keyboard.press('Enter');
    await shows(54_321_987);
    await row(54_321_987).waitFor();
    assert.ok((await inView()).includes(54_321_987));
    assert.equal(await page.evaluate(() => document.activeElement.id), 'rows');
    await page.keyboard.press('ArrowDown');
    await shows(54_321_988);
  });

  test('every part can be dragged to, and the wheel goes on row by row from there', async () => {
    for (const share of [0.5, 0.123, 0.9]) {
      await page.evaluate((share) => {
        const list = document.getElementById('rows');
        list.scrollTop = share * list.scrollHeight;
      }, share);
      await page.waitForTimeout(400);
      const [first] = await inView();
      assert.ok(Math.abs(first / 1e8 - share) < 0.02, `${first} at ${share}`);
      await page.locator('#rows').hover();
      const seen = new Set(await inView());
      for (let i = 0; i < 15; i++) {
        await page.mouse.wheel(0, 300);
        await page.waitForTimeout(30);
        for (const number of await inView()) seen.add(number);
      }
      const all = [...seen].sort((a, b) => a - b);
      assert.ok(all.length > 60, `${all.length} rows were seen`);
      assert.deepEqual(
        all,
        Array.from(all, (_, i) => all[0] + i),
        'none is skipped',
      );
      await page.waitForTimeout(400);
      const atRest = await inView();
      assert.ok(atRest.length > 4 && atRest.every((number) => seen.has(number)), `rest moves nothing: ${atRest}`);
    }
  });

  test('scrolling end to end asks for a few rows at a time, and never draws many', async () => {
    await page.evaluate(async () => {
      const list = document.getElementById('rows');
      window.most = 0;
      for (let i = 0; i <= 100; i++) {
        list.scrollTop = (i / 100) * list.scrollHeight;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        window.most = Math.max(window.most, document.querySelectorAll('.row').length);
      }
    });
    assert.ok((await page.evaluate(() => window.most)) < 60);
    assert.ok(host.asked.every(({ type, count = 0 }) => type !== 'rowsWanted' || count <= 100));
    await page.waitForTimeout(900);
    assert.equal((await inView()).at(-1), 100_000_000);
    assert.equal(await page.locator('.row.unknown').count(), 0);
  });

  test('a screen reader is told which row of how many it is, and what is in it', async () => {
    await open(100_000_000);
    await row(1).waitFor();
    const first = await page
      .locator('.row')
      .first()
      .evaluate((one) => [one.role, one.ariaPosInSet, one.ariaSetSize, one.ariaSelected, one.firstChild.textContent]);
    assert.deepEqual(first.slice(0, 4), ['option', '1', '100000000', 'true']);
    assert.match(first[4], /^Row 1, Question 1: .*, list of messages, system user assistant, 8,019 characters$/);
    assert.deepEqual(await found(page), []);
  });
});

suite('selections', () => {
  before(() => open(1_000_000));

  test('words are found, as they come, with progress and a way to stop', async () => {
    await page.locator('#rows').focus();
    await page.keyboard.press('Control+f');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'rows-query');
    await page.keyboard.type('a.b');
    await page.locator('#rows-pattern').click();
    await page.locator('#rows-query').press('Enter');
    const selection = { find: { words: 'a.b', isPattern: true, ignoresCase: true } };
    assert.deepEqual((await last('selectRows')).selection, selection);
    host.generation++;
    host.numberAt = (place) => 1000 * (place + 1);
    await host.change(
      { selected: { count: 3, isComplete: false }, job: { kind: 'find', done: 0.25, found: 3 } },
      selection,
    );
    await row(3000).waitFor();
    assert.equal(await page.locator('#rows-doing').textContent(), 'Searching: 25%, 3 rows');
    assert.equal(await page.locator('#rows-count').textContent(), '3 rows found so far; 1,000,000 rows');
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.ok(await last('stopJob'));
    await host.change({ selected: { count: 1000, isComplete: true }, job: undefined });
    assert.equal(await page.locator('#rows-count').textContent(), '1,000 of 1,000,000 rows');
    assert.equal(await page.locator('#rows-news').textContent(), '1,000 of 1,000,000 rows');
    await page.getByRole('button', { name: 'Remove: Search: /a.b/' }).click();
    assert.deepEqual((await last('selectRows')).selection, {});
    await open(1_000_000);
  });

  test('filters are chips that can be taken back one by one', async () => {
    host.isChecked = true;
    await host.change({
      problems: { rows: 40, isComplete: true, codes: { 'call-unanswered': 30, 'row-duplicate': 10 } },
    });
    await page.locator('#rows-filter').click();
    await page.getByRole('button', { name: 'call-unanswered 30' }).click();
    await page.locator('#rows-roles').fill('tool, user');
    await page.locator('#rows-length-least').fill('1,000');
    await page.locator('#rows-reasoning').check();
    const selection = {
      filter: { codes: ['call-unanswered'], roles: ['tool', 'user'], length: { least: 1000 }, hasReasoning: true },
    };
    assert.deepEqual((await last('selectRows')).selection, selection);
    host.generation++;
    await host.change({ selected: { count: 0, isComplete: true } }, selection);
    await page.getByText('No rows match the active filters.').waitFor();
    await page.locator('#rows-filter').click();
    const chips = await page.locator('#rows-chips .value').allTextContents();
    assert.deepEqual(chips, [
      'Problems: call-unanswered',
      'Roles: tool, user',
      'Characters: at least 1,000',
      'Has reasoning',
    ]);
    await screenshot(page, 'data-set-filters');
    assert.deepEqual(await found(page), []);
    await page.getByRole('button', { name: 'Remove: Roles: tool, user' }).click();
    const { roles: _, ...filter } = selection.filter;
    assert.deepEqual((await last('selectRows')).selection, { filter });
    await open(1_000_000);
  });

  test('the row that is shown stays in view where filters open above it', async () => {
    await page.locator('#rows').focus();
    await page.keyboard.press('End');
    await shows(1_000_000);
    await page.locator('#rows-filter').click();
    await page.waitForTimeout(200);
    assert.ok((await inView()).includes(1_000_000));
    await page.locator('#rows-filter').click();
    await open(1_000_000);
  });

  test('rows are sorted', async () => {
    await page.locator('#rows-sort').selectOption('Longest first');
    assert.deepEqual((await last('selectRows')).selection, { sort: { by: 'length', descending: true } });
    await open(1_000_000);
  });
});

suite('states', () => {
  test('marks of problems come while the file is checked', async () => {
    await open(1000);
    await row(3).waitFor();
    await page.getByRole('button', { name: 'Check File' }).click();
    assert.ok(await last('checkRows'));
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    assert.ok(await last('showReport'));
    host.isChecked = true;
    await host.change({
      problems: { rows: 333, isComplete: false, codes: { 'call-unanswered': 400 } },
      job: { kind: 'check', done: 0.5, found: 333 },
    });
    await page.locator('.row .sign.error').first().waitFor();
    assert.match(await row(3).locator('.apart').textContent(), /problems: call-unanswered × 2$/);
    assert.equal(await page.locator('#rows-doing').textContent(), 'Checking: 50%, 333 rows with problems');
    await host.show(3);
    await page.locator('#row-problems').getByText('call-unanswered × 2').waitFor();
    await page.getByRole('button', { name: 'Next row with a problem' }).click();
    assert.deepEqual(await last('problemRow'), { type: 'problemRow', backwards: false });
  });

  test('a row that is long, and one that cannot be read, say so', async () => {
    await open(1000);
    await host.post({ type: 'row', number: 1, place: 0, length: 3_000_000, isPart: true });
    await page.getByText('Only the beginning is shown.').waitFor();
    await page.getByRole('button', { name: 'Show All' }).click();
    assert.ok(await last('showWholeRow'));
    await host.show(11);
    await page.locator('#row-fault').getByText('Line 11 is not valid JSON.').waitFor();
  });

  test('a file that has changed, notes, an empty file and one that is refused are said', async () => {
    await open(1000, { onDisk: 'changed', notes: ['The last line is cut off.'] });
    await page.getByText('The file has changed since it was read.').waitFor();
    await page.getByText('The last line is cut off.').waitFor();
    await screenshot(page, 'data-set-changed');
    assert.deepEqual(await found(page), []);
    await page.getByRole('button', { name: 'Reload' }).click();
    assert.ok(await last('reloadDataSet'));
    await open(0);
    await page.getByText('The file has no rows.').waitFor();
    await host.post({ type: 'dataSetRefused', reason: 'x.jsonl is a folder.', isText: true });
    await page.getByText('x.jsonl is a folder.').first().waitFor();
    await page.getByRole('button', { name: 'Open as Text' }).click();
    assert.ok(await last('openAsText'));
    assert.deepEqual(await found(page), []);
    await open(1000);
    await row(2).waitFor();
  });

  test('a text that is said for a moment', async () => {
    await host.post({ type: 'dataSetNote', text: 'No later row has a problem.' });
    await page.getByText('No later row has a problem.').waitFor();
  });

  test('what is not a message of ours, or breaks its form, changes nothing', async () => {
    await open(1000);
    for (const message of [
      { type: 'rows', rows: [{}] },
      { type: 'dataSet', state: {} },
      { type: '__proto__' },
      null,
      5,
    ])
      await host.post(message);
    assert.equal(await page.locator('#rows-count').textContent(), '1,000 rows');
  });

  test('words of a row are text, whatever is in them', async () => {
    await open(1);
    const evil = '<img src=x onerror="window.attacked=1">\u202Eabc';
    await host.post({
      ...{ type: 'rows', generation: host.generation, from: 0 },
      rows: [
        { number: 1, length: 5, roles: [evil], moreRoles: 0, words: evil, shape: evil, isPart: false, fault: evil },
      ],
    });
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => 'attacked' in window), false);
    assert.equal(await page.locator('#rows img').count(), 0);
    assert.equal(await page.locator('.row-words').first().textContent(), evil);
  });
});

suite('looks', () => {
  before(async () => {
    await open(1_000_000);
    host.isChecked = true;
    await host.change({
      problems: { rows: 40, isComplete: false, codes: { 'call-unanswered': 30 } },
      job: { kind: 'check', done: 0.34, found: 40 },
    });
    await host.show(3);
    await page.locator('.row .sign').first().waitFor();
  });

  for (const theme of Object.keys(themes))
    for (const width of [1000, 420])
      test(`${theme}, ${width} wide`, async () => {
        await page.setViewportSize({ width, height: 600 });
        await setTheme(page, theme);
        await page.locator('#rows').focus();
        await page.waitForTimeout(200);
        await screenshot(page, `data-set-${theme}-${width}`);
        assert.deepEqual(await found(page), []);
        assert.ok((await inView()).length >= 2, 'rows are in view');
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        assert.equal(scrollWidth, clientWidth);
      });

  test('the list is made wider and narrower by keyboard', async () => {
    await page.setViewportSize({ width: 1000, height: 600 });
    const width = () => page.evaluate(() => document.getElementById('data-set').offsetWidth);
    const before = await width();
    await page.locator('#rows-edge').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await width(), before + 20);
    assert.equal(await page.locator('#rows-edge').getAttribute('aria-valuenow'), '36');
    await page.keyboard.press('ArrowLeft');
  });
});

test('the page does nothing that it should not', async () => {
  assert.deepEqual(misdeeds, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

// Measures the preview page in a browser while a user scrolls through 100,000 messages, types, and opens 10 MB on one line. Prints the
// frames above 50 ms that Chromium reports, and the longest tasks of the page's thread. Tasks are measured in processor time, which
// excludes other work of the machine.
//   node bench/preview-page.mjs
import { openPreview } from '../test/attack/page.mjs';
import { startServer } from '../test/attack/views.mjs';
import { createHost } from '../test/page/host.mjs';

const turn = (i) =>
  `<|start|>user<|message|>Question ${i}<|end|><|start|>assistant<|channel|>final<|message|># Answer ${i}\n\n- **one** two\n- \`three\`\n\n` +
  `${'some more words and '.repeat(20)}<|end|>`;
const long = Array.from({ length: 50_000 }, (_, i) => turn(i)).join('');
const line = long.replaceAll('\n', ' ').slice(0, 10_000_000);

const server = await startServer();
const { browser, page } = await openPreview();
const rows = [];
try {
  await page.setViewportSize({ width: 800, height: 900 });
  const host = await createHost(page, server);
  await page.evaluate(() => {
    window.frames50 = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) frames50.push(Math.round(duration));
    }).observe({ type: 'long-animation-frame', buffered: false });
    window.slowest = 0;
    let last = performance.now();
    requestAnimationFrame(function next(now) {
      slowest = Math.max(slowest, now - last);
      last = now;
      requestAnimationFrame(next);
    });
  });
  const cdp = await page.context().newCDPSession(page);
  /** Returns the durations of the tasks of the page's thread during an action, longest first, in milliseconds of processor time. */
  const tasksOf = async (act) => {
    const events = [];
    cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
    const traceConfig = { includedCategories: ['disabled-by-default-devtools.timeline', 'toplevel', '__metadata'] };
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    await act();
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    cdp.removeAllListeners('Tracing.dataCollected');
    const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
    const isMain = ({ pid, tid }) => threads.some((one) => one.pid === pid && one.tid === tid);
    const tasks = events.filter((event) => event.name === 'RunTask' && isMain(event));
    return tasks.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a);
  };
  const measure = async (what, act) => {
    await page.evaluate(() => {
      frames50.length = 0;
      slowest = 0;
    });
    const tasks = await tasksOf(async () => {
      await act();
      await page.waitForTimeout(800);
    });
    let [above, slowest] = await page.evaluate(() => [frames50, window.slowest]);
    const longest = tasks.slice(0, 3).map((ms) => ms.toFixed(0));
    rows.push([what, longest.join(', '), `${Math.round(slowest)} ms`, above.length === 0 ? 'none' : above.join(', ')]);
  };
  await host.open(long);
  await measure('100,000 messages: to the end', () => page.keyboard.press('End'));
  await measure('back to the beginning', () => page.keyboard.press('Home'));
  await page.locator('#conversation').hover();
  await measure('by wheel through 500 messages', async () => {
    for (let i = 0; i < 150; i++) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(16);
    }
  });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(800);
  await measure('typing', async () => {
    const at = { line: 0, character: 24 };
    for (let i = 0; i < 30; i++) {
      await host.edit([{ range: { start: at, end: at }, text: 'x' }]);
      await page.waitForTimeout(30);
    }
  });
  await measure('10 MB on one line: first view', () => host.open(line));
} finally {
  await browser.close();
  server.stop();
}
console.log(
  '\n| page | longest tasks (ms of the processor) | slowest frame | frames above 50 ms (ms) |\n| --- | --- | --- | --- |',
);
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
process.exit(0);

// Takes the pictures for the README: the current extension in the embedded VS Code.
//   node scripts/screenshot.mjs          takes all pictures
//   node scripts/screenshot.mjs views    takes those of the views (or models), into out/screenshots/ unless the README shows them
//   node scripts/screenshot.mjs walkthrough   takes those of the walkthrough that show the editor
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, calls, themes } from '../test/packaged/graph-samples.mjs';
import { completions, openFile, ready, runCommand, webview } from '../test/packaged/workbench.mjs';
import { openPage } from './host/browser.mjs';
import { startServer } from './host/server.mjs';
import { root } from './paths.mjs';
import { takeModels, writeLogs } from './pictures/models.mjs';
import { takeViews, writeSamples } from './pictures/views.mjs';
import { takeSteps, writeSteps } from './pictures/walkthrough-editor.mjs';
import { build, download } from './setup.mjs';

/** A transcript with two mistakes: a superfluous comma in the arguments, and a reply whose id does not belong to any call. */
const transcript = `version: 2.2
model: gpt-oss-120b

<|start|>user name=mira<|message|>Can I be in Annecy for lunch?<|end|>

<|start|>assistant intent=preamble<|channel|>commentary<|message|>**Plan:** look up this morning's trains.<|end|>

<|start|>assistant to=functions.find_trains call_id=train1<|channel|>commentary<|constrain|>json<|message|>{"from": "Lyon", "to": "Annecy",}<|call|>

<|start|>tool name=functions.find_trains call_id=train7<|channel|>commentary<|message|>{"ok": true, "content": "08:38–10:31, 10:08–12:14", "error": null}<|end|>

<|start|>assistant<|channel|>analysis<|message|>Both arrive in time; the first one is direct.<|end|>

<|start|>assistant<|channel|>final<|message|>Yes:

| Depart | Arrive |
| ------ | ------ |
| 08:38  | 10:31  |
| 10:08  | 12:14  |

Take the **08:38** for a walk by the lake.<|return|>
`;

/** A sample that contains all colors. */
const colours = `version: 2.2
model: gpt-oss-120b

<|start|>system<|message|>You are ChatGPT.
Knowledge cutoff: 2024-06
Reasoning: high
# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|>
<|start|>developer<|message|># Instructions
Be brief.
# Tools
namespace functions {
// Trains.
type find_trains = (_: { from: string }) => any;
}<|end|>
<|start|>user name=mira<|message|>Can I be in Annecy? See https://a.example<|end|>
<|start|>assistant<|channel|>analysis<|message|>Ask for trains.<|end|>
<|start|>assistant to=functions.find_trains call_id=train1<|channel|>commentary<|constrain|>json<|message|>{"from": "Lyon"}<|call|>
<|start|>assistant to=functions.other call_id=train2<|channel|>commentary<|constrain|>json<|message|>{"from": "Lyon"}<|call|>
<|start|>tool name=functions.find_trains call_id=train1<|channel|>commentary<|message|>{"ok": true}<|end|>
<|start|>assistant intent=debug<|channel|>final<|message|>Users do not see this, whatever its channel.<|end|>
<|start|>assistant intent=preamble<|channel|>commentary<|message|>I look.<|end|>
<|start|>assistant<|message|>Run this:

\`\`\`python
def trains(city: str) -> list[str]:
    """From the table."""
    return [t for t in table if t["to"] == city]  # all
\`\`\`

\`\`\`js
const a = await fetch(\`https://a.example/\${city}\`); // b
\`\`\`

Done <<|end|>.<|return|>
`;

const settings = {
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'workbench.activityBar.location': 'hidden',
};

await download();
await build();
const home = mkdtempSync(join(tmpdir(), 'openchatml-screenshot-'));
const folder = join(home, 'transcripts');
mkdirSync(join(folder, '.vscode'), { recursive: true });
/** Changes the settings of the window. They are added to the settings that all pictures share. */
const use = (more) => writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ ...settings, ...more }));
use({});
writeFileSync(join(folder, 'trip.ocml'), transcript);
writeFileSync(join(folder, 'calls.ocml'), calls);
writeFileSync(join(folder, 'colours.ocml'), colours);
writeSamples(folder);
writeLogs(folder);
writeSteps(folder);
const shots = join(root, 'out/screenshots');
mkdirSync(shots, { recursive: true });
/** The pictures of views that the README shows. */
const readmeShots = new Set(['view-debug', 'log-mistral'].flatMap((name) => [`${name}-dark.png`, `${name}-light.png`]));
const server = await startServer({ folder, link: root });
const { browser, page } = await openPage();
try {
  await page.setViewportSize({ width: 1200, height: 720 });
  await page.goto(server.url);
  await ready(page);
  const keep = (name) => join(readmeShots.has(name) ? join(root, 'docs/images') : shots, name);
  const [, , only] = process.argv;
  if (only === undefined) {
    await takeOverview();
    await takeCalls();
    await takeColours();
  }
  const isWanted = (name) => only === undefined || only === name;
  if (isWanted('views')) await takeViews(page, use, keep);
  if (isWanted('models')) await takeModels(page, use, keep);
  if (isWanted('walkthrough')) await takeSteps(page, use);
} finally {
  await browser.close();
  server.stop();
  rmSync(home, { recursive: true, force: true });
}

/**
 * Takes a picture of a transcript with two mistakes: the fix for the one at the cursor, the list of both, and the preview for end users.
 */
async function takeOverview() {
  await openFile(page, 'trip.ocml');
  await page.locator('.squiggly-error').first().waitFor();
  // The editor was opened before the extension had started, so it does not wrap lines as the extension's default settings require. Open it
  // again.
  await runCommand(page, 'View: Close All Editors');
  await openFile(page, 'trip.ocml');
  await page.locator('.squiggly-error').first().waitFor();
  await runCommand(page, 'OpenChatML: Open Preview to the Side');
  await webview(page).getByText('08:38').first().waitFor();
  await runCommand(page, 'Problems: Focus on Problems View');
  await page.locator('.markers-panel .monaco-list-row', { hasText: 'call-id-unmatched' }).waitFor();
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await page.locator('.explorer-folders-view').waitFor({ state: 'hidden' });
  for (const look of ['dark', 'light']) {
    use({ 'workbench.colorTheme': themes[look] });
    await page.locator(`.monaco-workbench.${look === 'dark' ? 'vs-dark' : 'vs'}`).waitFor();
    // Focus the editor, and move the cursor to the comma.
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+g');
    await page.locator('.quick-input-widget input').first().fill(':8:139');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row').first().waitFor();
    await page.mouse.move(0, 0);
    // Wait until the layout is stable.
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(root, `docs/images/overview-${look}.png`) });
    await page.keyboard.press('Escape');
  }
}

/** Takes a picture of calls, with their code lenses, their hierarchy, and suggestions for arguments. */
async function takeCalls() {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'View: Hide Panel');
  await runCommand(page, 'View: Show Explorer');
  await openFile(page, 'calls.ocml');
  await page.locator('.codelens-decoration a', { hasText: '2 calls' }).waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(call, { delay: 20 });
  await page.keyboard.press('Control+f');
  await page.locator('.find-widget textarea').first().fill('functions.get_weather');
  await page.locator('.find-widget .matchesCount', { hasText: '1 of' }).waitFor();
  // The first Escape closes the signature help, and the next one closes the search.
  for (let i = 0; i < 3; i++) await page.locator('.find-widget textarea').first().press('Escape');
  await page.locator('.find-widget.visible').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+Alt+h');
  const rows = page.locator('.sidebar .monaco-list-row');
  await rows.filter({ hasText: '→' }).first().click();
  await page.keyboard.press('ArrowRight');
  await rows.filter({ hasText: '←' }).first().waitFor();
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await completions(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(root, 'docs/images/calls.png') });
}

/** Takes a picture of the colors in the editor and in the preview, in a dark theme. */
async function takeColours() {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'View: Show Explorer');
  use({ 'workbench.colorTheme': themes.dark, 'editor.codeLens': false });
  await page.setViewportSize({ width: 1400, height: 800 });
  await openFile(page, 'colours.ocml');
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await page.locator('.monaco-workbench.vs-dark').waitFor();
  await runCommand(page, 'OpenChatML: Open Preview to the Side');
  await webview(page).getByText('Run this').first().waitFor();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: join(root, 'docs/images/colours.png') });
}

// Takes pictures of the raw logs of models, each beside its preview with hidden layers.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { themes } from '../../test/packaged/graph-samples.mjs';
import { openFile, runCommand, webview } from '../../test/packaged/workbench.mjs';
import { root } from '../paths.mjs';
import { conversation } from './views.mjs';

/** The models, as `ocml convert --to` names them. */
const models = ['gemma', 'mistral', 'deepseek-v3', 'glm'];

/** Writes a log of each model into the open folder: the same conversation in the text that the model reads and writes. */
export function writeLogs(folder) {
  for (const name of models) {
    const args = [join(root, 'server/bin/ocml.js'), 'convert', '--to', name, '-'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { input: conversation, encoding: 'utf8' });
    if (stdout === '') throw new Error(`No log of ${name}: ${stderr}`);
    writeFileSync(join(folder, `${name}.log`), stdout);
  }
}

/** Takes a picture of each log. `use`: applies settings. `keep`: returns the path at which to store a picture. */
export async function takeModels(page, use, keep) {
  for (const look of ['dark', 'light']) {
    use({ 'workbench.colorTheme': themes[look], 'editor.codeLens': false, 'ocml.inlayHints.enabled': false });
    await page.setViewportSize({ width: 1100, height: 620 });
    for (const name of models) {
      await runCommand(page, 'View: Close All Editors');
      await runCommand(page, 'View: Show Explorer');
      await openFile(page, `${name}.log`);
      await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
      await page.waitForTimeout(1500);
      await runCommand(page, 'OpenChatML: Read as Transcript');
      await page.waitForTimeout(2000);
      await runCommand(page, 'OpenChatML: Open Preview to the Side');
      const view = webview(page);
      await view.getByText('lunch').first().waitFor();
      if ((await view.locator('#debug').getAttribute('aria-pressed')) !== 'true') await view.locator('#debug').click();
      await page.mouse.move(0, 0);
      await page.waitForTimeout(2000);
      await page.screenshot({ path: keep(`log-${name}-${look}.png`) });
    }
  }
}

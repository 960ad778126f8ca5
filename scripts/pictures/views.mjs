// Takes the pictures of the preview, the picker for data sets, the language status and the walkthrough, each in a dark and in a light
// theme.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { themes } from '../../test/packaged/graph-samples.mjs';
import { openFile, runCommand, webview } from '../../test/packaged/workbench.mjs';

/** A conversation with everything that the views show differently: reasoning in two turns, a call with its reply, and answers. */
export const conversation = `version: 2.2
model: gpt-oss-120b

<|start|>system<|message|>You are ChatGPT.
Knowledge cutoff: 2024-06
Reasoning: high
# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|>

<|start|>user name=mira<|message|>Can I be in Annecy for lunch?<|end|>

<|start|>assistant<|channel|>analysis<|message|>She means today. I need the timetable.<|end|>

<|start|>assistant to=functions.find_trains call_id=train1<|channel|>commentary<|constrain|>json<|message|>{"from": "Lyon", "to": "Annecy"}<|call|>

<|start|>tool name=functions.find_trains call_id=train1<|channel|>commentary<|message|>{"ok": true, "content": ["08:38–10:31", "10:08–12:14"]}<|end|>

<|start|>assistant<|channel|>final<|message|>Yes:

| Depart | Arrive |
| ------ | ------ |
| 08:38  | 10:31  |
| 10:08  | 12:14  |

Take the **08:38** for a walk by the lake.<|end|>

<|start|>user name=mira<|message|>And back by eight?<|end|>

<|start|>assistant<|channel|>analysis<|message|>The last direct train leaves at 17:44.<|end|>
`;

const set = ['Can I be in Annecy for lunch?', 'Which train has bicycles?', 'Is there a night train?', 'Refund, please.']
  .map((content) => ({
    messages: [
      { role: 'user', content },
      { role: 'assistant', content: `**${content}** Let me see.` },
    ],
  }))
  .map((one) => JSON.stringify(one))
  .join('\n');

/** Writes the sample files for the pictures into the open folder. */
export function writeSamples(folder) {
  writeFileSync(join(folder, 'lunch.ocml'), conversation);
  writeFileSync(join(folder, 'questions.jsonl'), `${set}\n`);
}

/** Takes all pictures. `use`: applies settings. `keep`: returns the path at which to store a picture. */
export async function takeViews(page, use, keep) {
  for (const [look, theme] of Object.entries(themes)) {
    const take = async (name) => {
      await page.mouse.move(0, 0);
      await page.waitForTimeout(800);
      await page.screenshot({ path: keep(`${name}-${look}.png`) });
    };
    use({ 'workbench.colorTheme': theme, 'editor.codeLens': false, 'ocml.inlayHints.enabled': false });
    await runCommand(page, 'View: Close All Editors');
    await page.setViewportSize({ width: 1000, height: 620 });
    await runCommand(page, 'View: Show Explorer');
    await openFile(page, 'lunch.ocml');
    // Commands are available only after the server has identified the file.
    await page.waitForTimeout(5000);
    await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
    await runCommand(page, 'OpenChatML: Open Preview to the Side');
    const view = webview(page);
    await view.getByText('Take the').first().waitFor();
    await take('view-user');
    await view.locator('#model').click();
    await view.locator('#model[aria-pressed="true"]').waitFor();
    await take('view-model');
    await view.locator('#user').click();
    await view.locator('#debug').click();
    await view.getByText('timetable').first().waitFor();
    await take('view-debug');
    await view.locator('#debug').click();
    await view.locator('#template').click();
    await page
      .locator('.quick-input-list .monaco-list-row', { has: page.getByText('chatml', { exact: true }) })
      .first()
      .click();
    await view.locator('.prompt').waitFor();
    await take('view-prompt');
    await page
      .locator('.tab', { hasText: /^lunch\.ocml/ })
      .first()
      .click();
    // Tokens are counted a while after the text has changed.
    await page.waitForTimeout(3000);
    await page.locator('[id="status.languageStatus"]').click();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: keep(`status-${look}.png`) });
    await page.keyboard.press('Escape');
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'View: Show Explorer');
    await openFile(page, 'questions.jsonl');
    await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
    await page.waitForTimeout(3000);
    await runCommand(page, 'OpenChatML: Open Preview to the Side');
    await webview(page).locator('#conversations').waitFor();
    await webview(page).locator('#next').click();
    await webview(page).getByText('Which train').first().waitFor();
    await take('picker');
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Welcome: Open Walkthrough...');
    await page.locator('.quick-input-widget input').first().fill('OpenChatML');
    await page.waitForTimeout(500);
    await page.keyboard.press('Enter');
    await page.locator('.gettingStartedContainer .getting-started-step').first().waitFor();
    await page.waitForTimeout(1500);
    await take('walkthrough');
  }
}

// The real page of the preview in a real browser, under its real policy: what VS Code gives it comes from here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { openPage } from '../../scripts/host/browser.mjs';
import { root } from '../../scripts/paths.mjs';

/** Imports a file of the client that needs nothing else. */
async function imported(file) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, file)],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}

const { pageHtml } = await imported('client/src/preview/page-html.ts');
const { allowedElements } = await imported('client/src/preview/webview/allowed.ts');

const origin = 'https://preview.example';
const nonce = 'bm9uY2U';
const built = (name) => readFileSync(join(root, 'client/dist/webview', name), 'utf8');
const files = new Map([
  ['/', ['text/html', pageHtml({ script: `${origin}/page.js`, style: `${origin}/page.css`, nonce })]],
  ['/page.js', ['text/javascript', built('page.js')]],
  ['/page.css', ['text/css', built('page.css')]],
]);

/** Some colours of a theme: without them the page is black on white, and its lines are missing. */
const theme = {
  'editor-background': '#1f1f1f',
  'editor-foreground': '#cccccc',
  'font-family': 'sans-serif',
  'editor-font-family': 'monospace',
  descriptionForeground: '#9d9d9d',
  'editorWidget-border': '#555555',
  'textLink-foreground': '#4daafc',
  'textCodeBlock-background': '#2b2b2b',
  'badge-background': '#616161',
  'badge-foreground': '#f8f8f8',
  errorForeground: '#f85149',
  'button-secondaryBackground': '#313131',
  'button-secondaryForeground': '#cccccc',
  'inputValidation-warningBackground': '#352a05',
  'inputValidation-warningBorder': '#9d6f00',
  'editor-findMatchHighlightBackground': '#613214',
};

/** Opens the page, and notes whatever it does that it should not. */
export async function openPreview() {
  const { browser, page } = await openPage();
  const misdeeds = [];
  await page.context().route('**', (route) => {
    const { pathname, origin: from } = new URL(route.request().url());
    const file = from === origin ? files.get(pathname) : undefined;
    if (file) return route.fulfill({ contentType: file[0], body: file[1] });
    misdeeds.push(`requests ${route.request().url()}`);
    return route.abort();
  });
  await page.addInitScript((theme) => {
    window.said = [];
    window.violations = [];
    window.acquireVsCodeApi = () => ({ postMessage: (message) => said.push(message), setState: () => {} });
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
    document.addEventListener('DOMContentLoaded', () => {
      for (const [name, value] of Object.entries(theme)) {
        document.documentElement.style.setProperty(`--vscode-${name}`, value);
      }
    });
  }, theme);
  await page.goto(`${origin}/`);
  page.on('dialog', (dialog) => {
    misdeeds.push(`opens a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => misdeeds.push(`navigates to ${frame.url()}`));
  page.on('frameattached', () => misdeeds.push('opens a frame'));
  page.on('pageerror', (error) => misdeeds.push(`throws ${error}`));
  page.on('console', (message) => misdeeds.push(`says ${message.text()}`));
  page.context().on('page', () => misdeeds.push('opens a window'));
  return { browser, page, misdeeds };
}

/** Hands the page a message, and waits until it has been seen and anything that it sets off could have happened. */
export async function post(page, message, rest = 0) {
  await page.evaluate((message) => window.postMessage(message, '*'), message);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
  if (rest > 0) await page.waitForTimeout(rest);
}

/** What is on the page and should not be: elements that are not on the list, names in the window, and text that sticks out. */
export function strangers(page) {
  const list = [...allowedElements].map(([tag, values]) => [tag, [...values.keys()]]);
  return page.evaluate((list) => {
    const allowed = new Map(list);
    const found = [];
    for (const element of document.querySelectorAll('.message > .body *')) {
      const { localName, namespaceURI, attributes } = element;
      // What the page itself says of an empty message.
      if (localName === 'p' && element.className === 'note' && element.parentElement.className === 'body') continue;
      if (!allowed.has(localName) || namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(localName);
      for (const { name } of attributes)
        if (!allowed.get(localName)?.includes(name)) found.push(`${localName} ${name}`);
    }
    const frame = [...document.body.children].map(({ localName, id }) => `${localName}#${id}`).join(' ');
    if (frame !== 'header#bar main#conversation script#') found.push(`the page is ${frame}`);
    const ids = [...document.querySelectorAll('[id],[name]:not(meta)')].map(({ id }) => id).join(' ');
    if (ids !== 'bar banner template compare debug conversation') found.push(`ids are ${ids}`);
    if ('attacked' in window) found.push('a script has run');
    if (document.baseURI !== location.href) found.push(`the base is ${document.baseURI}`);
    if (document.querySelectorAll('style, link, base, meta').length !== 5) found.push('the head has changed');
    found.push(...violations.map((directive) => `the policy had to stop ${directive}`));
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
    for (const body of document.querySelectorAll('.message > .body, .message > header')) {
      if (body.scrollWidth > body.clientWidth) found.push(`a message sticks out: ${body.textContent.slice(0, 20)}`);
    }
    return found;
  }, list);
}

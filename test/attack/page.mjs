// Opens the real page of the preview in a real browser with its real policy. This file sends the messages that VS Code would send.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { openPage } from '../../scripts/host/browser.mjs';
import { root } from '../../scripts/paths.mjs';

/** Bundles and imports a file of the client that depends on no other part of the client. */
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
const { dataSetParts } = await imported('client/src/data-set/page-parts.ts');
const { allowedElements, mathElements } = await imported('protocol/allowed-elements.ts');

const origin = 'https://preview.example';
const nonce = 'bm9uY2U';
const built = (name) => readFileSync(join(root, 'client/dist/webview', name), 'utf8');
const pageIn = (words, name) => [
  'text/html',
  pageHtml({
    script: `${origin}/${name}.js`,
    style: `${origin}/${name}.css`,
    nonce,
    ...(name === 'data-set' && { parts: dataSetParts }),
    ...(words && { words, language: 'xx' }),
  }),
];
const files = new Map(
  ['page', 'data-set'].flatMap((name) => [
    [`/${name}.js`, ['text/javascript', built(`${name}.js`)]],
    [`/${name}.css`, ['text/css', built(`${name}.css`)]],
  ]),
);

const colours = (text) =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s*\n\s*/)
      .map((line) => line.split(/ (.*)/, 2)),
  );
/** Some colors of the default themes of VS Code. Without them, the page is black on white, and its lines are missing. */
export const themes = {
  'vscode-dark': colours(`
    editor-background #1f1f1f
    editor-foreground #cccccc
    descriptionForeground #9d9d9d
    editorWidget-border #555555
    focusBorder #0078d4
    textLink-foreground #4daafc
    textCodeBlock-background #2b2b2b
    badge-background #616161
    badge-foreground #f8f8f8
    errorForeground #f85149
    input-background #313131
    input-foreground #cccccc
    button-secondaryBackground #313131
    button-secondaryForeground #cccccc
    inputValidation-warningBackground #352a05
    inputValidation-warningBorder #9d6f00
    editor-findMatchHighlightBackground #613214
    editor-findMatchBackground #9e6a03
    editorError-foreground #f14c4c
    editorWarning-foreground #cca700`),
  'vscode-light': colours(`
    editor-background #ffffff
    editor-foreground #3b3b3b
    descriptionForeground #3b3b3b
    editorWidget-border #c8c8c8
    focusBorder #005fb8
    textLink-foreground #005fb8
    textCodeBlock-background #f8f8f8
    badge-background #cccccc
    badge-foreground #3b3b3b
    errorForeground #c72e0f
    input-background #ffffff
    input-foreground #3b3b3b
    button-secondaryBackground #e5e5e5
    button-secondaryForeground #3b3b3b
    inputValidation-warningBackground #f6f5d2
    inputValidation-warningBorder #b89500
    editor-findMatchHighlightBackground #ea5c0055
    editor-findMatchBackground #a8ac94
    editorError-foreground #e51400
    editorWarning-foreground #bf8803`),
  'vscode-high-contrast': colours(`
    editor-background #000000
    editor-foreground #ffffff
    descriptionForeground #ffffffb3
    contrastBorder #6fc3df
    contrastActiveBorder #f38518
    focusBorder #f38518
    textLink-foreground #21a6ff
    textCodeBlock-background #000000
    badge-background #000000
    badge-foreground #ffffff
    errorForeground #f48771
    input-background #000000
    input-foreground #ffffff
    button-secondaryBackground #000000
    button-secondaryForeground #ffffff
    inputValidation-warningBackground #352a05
    inputValidation-warningBorder #b89500
    editorError-foreground #ff6666
    editorWarning-foreground #ffd370`),
  'vscode-high-contrast-light': colours(`
    editor-background #ffffff
    editor-foreground #292929
    descriptionForeground #292929
    contrastBorder #0f4a85
    contrastActiveBorder #006bbd
    focusBorder #006bbd
    textLink-foreground #0f4a85
    textCodeBlock-background #f2f2f2
    badge-background #0f4a85
    badge-foreground #ffffff
    errorForeground #b5200d
    input-background #ffffff
    input-foreground #292929
    button-secondaryBackground #ffffff
    button-secondaryForeground #292929
    inputValidation-warningBackground #f6f5d2
    inputValidation-warningBorder #b89500
    editorError-foreground #b5200d
    editorWarning-foreground #895503`),
};

/** Sets the colors and the class of a theme on the page, as VS Code does. */
export function setTheme(page, name) {
  return page.evaluate(
    ([name, themes]) => {
      document.documentElement.removeAttribute('style');
      for (const [key, value] of Object.entries({
        'font-family': 'sans-serif',
        'editor-font-family': 'monospace',
        ...themes[name],
      }))
        document.documentElement.style.setProperty(`--vscode-${key}`, value);
      document.body.classList.remove(...Object.keys(themes));
      document.body.classList.add(name);
    },
    [name, themes],
  );
}

/**
 * Opens the page, in another language if `words` are passed, and records everything that it must not do. `name` is `data-set` for the page
 * with the rows of a data set.
 */
export async function openPreview(words, name = 'page') {
  const { browser, page } = await openPage();
  const misdeeds = [];
  await page.context().route('**', (route) => {
    const { pathname, origin: from } = new URL(route.request().url());
    const file = from === origin ? (pathname === '/' ? pageIn(words, name) : files.get(pathname)) : undefined;
    if (file) return route.fulfill({ contentType: file[0], body: file[1] });
    misdeeds.push(`requests ${route.request().url()}`);
    return route.abort();
  });
  await page.addInitScript(() => {
    window.said = [];
    window.violations = [];
    window.acquireVsCodeApi = () => ({
      postMessage(message) {
        said.push(message);
        window.hear?.(message);
      },
      setState: () => {},
      getState: () => undefined,
    });
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  });
  await page.goto(`${origin}/`);
  await setTheme(page, 'vscode-dark');
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

/** Sends a message to the page. Waits until the message is handled and its effects could have happened. */
export async function post(page, message, rest = 0) {
  await page.evaluate((message) => window.postMessage(message, '*'), message);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
  if (rest > 0) await page.waitForTimeout(rest);
}

/** Returns everything unexpected on the page: elements that are not allowed, names in the window, and text that overflows. */
export function strangers(page) {
  const list = [...allowedElements].map(([tag, values]) => [tag, [...values.keys()], mathElements.has(tag)]);
  return page.evaluate((list) => {
    const allowed = new Map(list);
    const formulas = new Set(list.filter(([, , isMath]) => isMath).map(([tag]) => tag));
    const found = [];
    for (const element of document.querySelectorAll('.message > .body *')) {
      const { localName, namespaceURI, attributes } = element;
      // The page itself adds this note to an empty message.
      if (localName === 'p' && element.className === 'note' && element.parentElement.className === 'body') continue;
      // The page draws the canvas from the bytes of an image, and adds the elements around it.
      const isOfImage = element.closest('.image') !== null;
      if (isOfImage && (localName === 'canvas' || element.className === 'show-image')) continue;
      if (
        !allowed.has(localName) ||
        namespaceURI !== `http://www.w3.org/${formulas.has(localName) ? '1998/Math/MathML' : '1999/xhtml'}`
      )
        found.push(localName);
      // Elements wider than their message may be focusable, so that they can be scrolled.
      for (const { name } of attributes)
        if (!allowed.get(localName)?.includes(name) && name !== 'tabindex') found.push(`${localName} ${name}`);
    }
    const frame = [...document.body.children].map(({ localName, id }) => `${localName}#${id}`).join(' ');
    if (frame !== 'header#bar main#conversation p#news script#') found.push(`the page is ${frame}`);
    const ids = [...document.querySelectorAll('[id],[name]:not(meta)')].map(({ id }) => id).join(' ');
    if (
      ids !==
      'bar bar-line views user model template training conversations previous which number count next branches branch total tools filter search export compare debug strip banner following folds expand collapse filters finder query hits back forth close conversation news'
    )
      found.push(`ids are ${ids}`);
    if ('attacked' in window) found.push('a script has run');
    if (document.baseURI !== location.href) found.push(`the base is ${document.baseURI}`);
    if (document.querySelectorAll('style, link, base, meta').length !== 6) found.push('the head has changed');
    found.push(...violations.map((directive) => `the policy had to stop ${directive}`));
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
    for (const body of document.querySelectorAll('.message > .body, .message > header')) {
      if (body.scrollWidth > body.clientWidth) found.push(`a message sticks out: ${body.textContent.slice(0, 20)}`);
    }
    return found;
  }, list);
}

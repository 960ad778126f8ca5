/** The HTML of the preview's page, without content, which arrives in messages. */

interface PageParts {
  /** The addresses of the page's script and style sheet. */
  readonly script: string;
  readonly style: string;
  /** A new nonce for every page: scripts and styles without it have no effect. */
  readonly nonce: string;
  /** The language of the page, and its translated texts. A text without a translation stays in English. */
  readonly language?: string;
  readonly words?: Readonly<Record<string, string>>;
  /** The parts of the page besides the preview. `t`: returns a text in the language of the page. */
  readonly parts?: (t: (text: string) => string) => {
    readonly title: string;
    readonly aside: string;
    readonly head: string;
  };
  /**
   * Set if the page is shown in a browser without VS Code; the page may then send requests to its own server. `debug`: whether that server
   * also shows hidden layers.
   */
  readonly alone?: { readonly debug: boolean };
}

/**
 * Returns the content security policy of the page. The page may run its script and apply its styles, but it cannot load or send anything
 * else or change its base URL. Not even its own script can turn text into markup or code. `connects`: the page may send requests to its own
 * server.
 */
export function policyOf(nonce: string, connects = false): string {
  return [
    `default-src 'none'`,
    ...(connects ? [`connect-src 'self'`] : []),
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}

export function pageHtml({ script, style, nonce, language = 'en', words = {}, parts, alone }: PageParts): string {
  const t = (text: string) => escaped(Object.getOwnPropertyDescriptor(words, text)?.value ?? text);
  const more = parts?.(t);
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(nonce, alone !== undefined)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="words" content="${escaped(JSON.stringify(words))}">
<title>${more?.title ?? t('OpenChatML Preview')}</title>
<link rel="stylesheet" nonce="${nonce}" href="${escaped(style)}">
</head>
<body${alone ? ` class="alone${alone.debug ? ' with-hidden' : ''}"` : ''}>
${more?.aside ?? ''}<header id="bar">
<h1 class="apart">${t('Conversation preview')}</h1>
<div id="bar-line">
<div id="views" role="group" aria-label="${t('View')}">
<button id="user" type="button" aria-pressed="true" title="${t('Show what end users see')}">${t('User')}</button>
<button id="model" type="button" aria-pressed="false" title="${t('Show the text that the model continues from, without the reasoning of completed turns')}"><span class="full">${t('Model’s next turn')}</span><span class="short">${t('Model')}</span></button>
<button id="template" type="button" aria-pressed="false" title="${t('Show the prompt that a chat template renders from this conversation')}"><span class="full">${t('Prompt…')}</span><span class="short">${t('Prompt')}</span></button>
<button id="training" type="button" aria-pressed="false" title="${t('Show which tokens of this conversation a trainer trains on')}"><span class="full">${t('Training…')}</span><span class="short">${t('Training')}</span></button>
</div>
<nav id="conversations" aria-label="${t('Conversations in this file')}" hidden>
<button id="previous" type="button" aria-label="${t('Previous conversation')}">‹</button>
<label id="which"><span class="word">${t('Conversation')}</span> <input id="number" type="text" aria-label="${t('Conversation')}" inputmode="numeric" autocomplete="off"> <span id="count"></span></label>
<button id="next" type="button" aria-label="${t('Next conversation')}">›</button>
</nav>
<label id="branches" hidden><span class="word">${t('In this log')}</span> <select id="branch" aria-label="${t('In this log')}" title="${t('Show another conversation in this session, such as an abandoned branch or a sub-agent')}"></select></label>
<span id="total" hidden></span>
<div id="tools" role="group" aria-label="${t('Tools')}">
<button id="filter" type="button" aria-expanded="false" aria-controls="filters" title="${t('Filter')}"><span class="apart">${t('Filter')}</span></button>
<button id="search" type="button" aria-expanded="false" aria-controls="finder" title="${t('Find in the whole conversation')}"><span class="apart">${t('Find')}</span></button>
<button id="export" type="button" title="${t('Save this view as HTML or Markdown')}"><span class="apart">${t('Export…')}</span></button>
<button id="compare" type="button" title="${t('Compare this view with another template, trainer or setting')}" hidden><span class="apart">${t('Compare…')}</span></button>
</div>
<button id="debug" type="button" role="switch" aria-checked="false" title="${t('Show hidden layers')}"><span class="apart">${t('Show hidden layers')}</span></button>
</div>
${more?.head ?? ''}<div id="strip">
<p id="banner" role="status" hidden><span class="full"><span class="if-dimmed"></span><span class="if-dotted"></span></span><span class="short"></span><span class="least"></span></p>
<p id="following" hidden></p>
<span id="folds" role="group" aria-label="${t('Folded parts')}" hidden>
<button id="expand" type="button" title="${t('Expand all')}"><span class="word">${t('Expand all')}</span></button>
<button id="collapse" type="button" title="${t('Collapse all')}"><span class="word">${t('Collapse all')}</span></button>
</span>
</div>
<div id="filters" role="group" aria-label="${t('Filter')}" hidden></div>
<div id="finder" role="search" hidden>
<input id="query" type="text" autocomplete="off" spellcheck="false" maxlength="1000" aria-label="${t('Find')}" placeholder="${t('Find')}">
<span id="hits" role="status"></span>
<button id="back" type="button" aria-label="${t('Previous match')}">↑</button>
<button id="forth" type="button" aria-label="${t('Next match')}">↓</button>
<button id="close" type="button" aria-label="${t('Close the search')}">✕</button>
</div>
</header>
<main id="conversation" aria-label="${t('Conversation')}" tabindex="-1"></main>
<p id="news" role="status" class="apart"></p>
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>`;
}

/** Escapes text as HTML. The path of the extension's folder and the translations can contain any characters. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The parts of a data set page that surround the preview: the list of rows next to it, and the line about the current row above it. */

type Translate = (text: string) => string;

const toggle = (id: string, sign: string, title: string) =>
  `<button id="${id}" type="button" aria-pressed="false" aria-label="${title}" title="${title}">${sign}</button>`;

const field = (id: string, name: string, more = '') =>
  `<label>${name} <input id="${id}" type="text" autocomplete="off" spellcheck="false"${more}></label>`;

const range = (name: string, least: string, most: string, id: string) =>
  `<div class="range" role="group" aria-label="${name}"><span>${name}</span>` +
  `<input id="${id}-least" type="text" inputmode="numeric" autocomplete="off" aria-label="${least}" placeholder="${least}">` +
  `<input id="${id}-most" type="text" inputmode="numeric" autocomplete="off" aria-label="${most}" placeholder="${most}"></div>`;

export function dataSetParts(t: Translate) {
  const [least, most] = [t('at least'), t('at most')];
  return {
    title: t('OpenChatML Data Set'),
    aside: `<aside id="data-set" aria-label="${t('Rows in the data set')}">
<div id="rows-bar">
<div id="rows-find" role="search">
<input id="rows-query" type="text" autocomplete="off" spellcheck="false" maxlength="1000" aria-label="${t('Find rows')}" placeholder="${t('Find rows')}">
${toggle('rows-case', 'Aa', t('Match case'))}
${toggle('rows-pattern', '.*', t('Regular expression'))}
</div>
<div id="rows-tools">
<button id="rows-filter" type="button" aria-expanded="false" aria-controls="rows-filters">${t('Filter')}</button>
<select id="rows-sort" aria-label="${t('Sort')}">
<option value="">${t('In file order')}</option>
<option value="length descending">${t('Longest first')}</option>
<option value="length">${t('Shortest first')}</option>
<option value="tokens descending">${t('Most tokens first')}</option>
<option value="tokens">${t('Fewest tokens first')}</option>
</select>
<input id="rows-go" type="text" inputmode="numeric" autocomplete="off" aria-label="${t('Go to row')}" placeholder="${t('Go to row')}">
<button id="rows-check" type="button">${t('Check File')}</button>
<button id="rows-report" type="button">${t('Report')}</button>
<button id="rows-export" type="button">${t('Export Rows…')}</button>
</div>
<div id="rows-filters" role="group" aria-label="${t('Filter rows')}" hidden>
<div id="rows-codes" role="group" aria-label="${t('Problems')}"></div>
${field('rows-roles', t('Roles'), ' list="known-roles"')}
${field('rows-tools-called', t('Tools called'))}
${field('rows-shapes', t('Shapes'), ' list="known-shapes"')}
${range(t('Characters'), least, most, 'rows-length')}
${range(t('Tokens'), least, most, 'rows-tokens')}
<label class="box"><input id="rows-reasoning" type="checkbox"> ${t('Has reasoning')}</label>
<label class="box"><input id="rows-unanswered" type="checkbox"> ${t('Last message is not from the assistant')}</label>
<div><button id="rows-apply" type="button" class="more">${t('Apply')}</button></div>
<datalist id="known-roles"></datalist><datalist id="known-shapes"></datalist>
</div>
<div id="rows-chips" role="group" aria-label="${t('Active filters')}" hidden></div>
<div id="rows-job" hidden><progress id="rows-done" max="1" aria-label="${t('Progress')}"></progress><span id="rows-doing"></span><button id="rows-stop" type="button">${t('Stop')}</button></div>
<div id="rows-disk" role="alert" hidden><span id="rows-disk-text"></span> <button id="rows-reload" type="button">${t('Reload')}</button></div>
<ul id="rows-notes" aria-label="${t('Notes about the file')}" hidden></ul>
</div>
<div id="rows" role="listbox" tabindex="0" aria-label="${t('Rows')}" aria-busy="true"><div id="rows-height" role="presentation"></div></div>
<div id="rows-empty" hidden><p id="rows-empty-text"></p><button id="rows-text" type="button" class="more" hidden>${t('Open as Text')}</button></div>
<p id="rows-count">${t('Opening…')}</p>
<p id="rows-note" role="status" hidden></p>
<p id="rows-news" role="status" class="apart"></p>
<div id="rows-edge" role="separator" aria-orientation="vertical" tabindex="0" aria-controls="data-set" aria-label="${t('Width of the row list')}" aria-valuemin="15" aria-valuemax="70" aria-valuenow="34"></div>
</aside>
`,
    head: `<div id="row" role="group" aria-label="${t('Selected row')}" hidden>
<strong id="row-name"></strong>
<span id="row-facts"></span>
<span id="row-problems"></span>
<span id="row-tools"><button id="row-previous-problem" type="button" aria-label="${t('Previous row with a problem')}" title="${t('Previous row with a problem')} (Shift+F8)">↑</button>
<button id="row-next-problem" type="button" aria-label="${t('Next row with a problem')}" title="${t('Next row with a problem')} (F8)">↓</button>
<button id="row-open" type="button">${t('Open Row as Document')}</button>
<button id="row-copy" type="button">${t('Copy Row')}</button></span>
<p id="row-fault" hidden></p>
<p id="row-part" hidden>${t('This row is long. Only the beginning is shown.')} <button id="row-all" type="button">${t('Show All')}</button></p>
</div>
`,
  };
}

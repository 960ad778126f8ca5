// Stands in for the extension and the server on the page of a data set. Rows are invented when they are requested, so there can be any
// number.

const roles = ['system', 'user', 'assistant', 'tool', 'assistant'];
const levels = ['error', 'warning', 'information'];

/** Returns the row with this number. */
export function rowOf(number) {
  const row = {
    ...{ number, line: number, length: 100 + ((number * 7919) % 100_000), shape: 'list of messages' },
    ...{ roles: roles.slice(0, 2 + (number % 4)), moreRoles: number % 5 === 0 ? 12 : 0 },
    words: `Question ${number}: which train leaves Lyon before noon, and where does one change?`,
    isPart: false,
  };
  if (number % 11 === 0) return { ...row, shape: undefined, roles: [], words: '', fault: 'Line 11 is not valid JSON.' };
  return row;
}

const problemsOf = (number) =>
  number % 3 === 0 ? [{ code: 'call-unanswered', level: levels[(number / 3) % 3], count: 1 + (number % 2) }] : [];

const viewOf = (number, debug) => ({
  ...{ version: 1, dialect: 'json', total: 2, before: 0, after: 0, hidden: 0, doubt: 0, faulty: 0, left: 0 },
  facets: { roles: [], channels: [], tools: [] },
  messages: ['user', 'assistant'].map((role, index) => ({
    ...{ index, role, text: `${role} of row ${number}`, html: `<p>${role} of row ${number}</p>`, hidden: debug },
    ...{ range: { start: { line: 0, character: index * 50 }, end: { line: 0, character: index * 50 + 49 } } },
    complete: true,
  })),
});

/** Answers the requests of the page, and records them in `asked`. `rows` is the number of rows. */
export async function createDataSetHost(page, rows) {
  const host = {
    asked: [],
    generation: 1,
    selection: {},
    numberAt: (place) => place + 1,
    placeOf: (number) => number - 1,
    isChecked: false,
    state: { rows, isComplete: true, read: 5e9, size: 5e9, notes: [] },
    /** Sends a message, and waits until the page has handled it. */
    async post(message) {
      await page.evaluate((message) => window.postMessage(message, '*'), message);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
    },
    /** Updates the state of the data set, and sends it to the page. */
    async change(state, selection = host.selection) {
      host.state = { ...host.state, ...state };
      host.selection = selection;
      await host.post({ type: 'dataSet', state: host.state, generation: host.generation, selection });
    },
    async show(number) {
      await host.post({
        type: 'row',
        number,
        place: host.placeOf(number),
        length: rowOf(number).length,
        isPart: false,
      });
      await host.post({
        ...{ type: 'view', view: viewOf(number, false), mode: 'user', debug: false, uri: `row ${number}`, only: {} },
      });
    },
  };
  const answers = {
    dataSetReady: () => host.change({}),
    rowsWanted: ({ generation, from, count }) => {
      const all = host.state.selected?.count ?? host.state.rows;
      const wanted = Array.from({ length: Math.max(0, Math.min(count, all - from)) }, (_, i) => {
        const number = host.numberAt(from + i);
        return { ...rowOf(number), ...(host.isChecked && { problems: problemsOf(number) }) };
      });
      return host.post({ type: 'rows', generation, from, rows: wanted });
    },
    showPlace: ({ place }) => host.show(host.numberAt(place)),
    goToRow: ({ number }) => host.show(Math.min(number, host.state.rows)),
  };
  await page.exposeFunction('hear', async (message) => {
    host.asked.push(message);
    await answers[message.type]?.(message);
  });
  return host;
}

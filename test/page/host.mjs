// Stands in for the extension between the page and the server, and answers the requests of the page.

/** Returns a host that shows a text on the page and answers its requests until the next text is shown. */
export async function createHost(page, server) {
  let shown;
  /** The requests of the page, in order. */
  const asked = [];
  const post = (message) => page.evaluate((message) => window.postMessage(message, '*'), message);

  async function refresh() {
    const { uri, mode, debug, only, window, branch } = shown;
    const method = mode === 'model' ? 'ocml/modelView' : 'ocml/userView';
    const view = await server.ask(method, uri, { debug, only, branch, limit: 80, ...window });
    shown.view = view;
    await post({ type: 'view', view, mode, debug, uri, only });
  }
  const choose = (what) => {
    Object.assign(shown, what);
    return refresh();
  };
  const around = (window) => choose({ window });
  const answers = {
    debug: ({ on }) => choose({ debug: on }),
    mode: ({ mode }) => choose({ mode }),
    filter: ({ only }) => choose({ only }),
    branch: ({ branch }) => choose({ branch }),
    window: ({ rank }) => around({ rank }),
    conversation: ({ number }) => around({ number }),
    around: ({ position }) => around({ around: position }),
    async raw({ position, row }) {
      const { uri, debug, mode } = shown;
      if (!debug && mode !== 'model') return;
      const source = row ? 'row' : 'message';
      const view = await server.ask('ocml/userView', uri, { debug: true, around: position, limit: 1, source });
      await post({ type: 'raw', position, row, text: view.source });
    },
    async find({ query }) {
      const { uri, debug, only } = shown;
      const found = await server.ask('ocml/findInView', uri, { debug, only, query });
      await post({ type: 'found', query, found });
    },
  };
  await page.exposeFunction('hear', async (message) => {
    asked.push(message);
    if (shown) await answers[message.type]?.(message);
  });
  return {
    asked,
    get view() {
      return shown.view;
    },
    async open(text, { name = 'x.harmony', ...how } = {}) {
      shown = undefined;
      await post({ type: 'waiting' });
      const uri = await server.open(text, name);
      shown = { uri, mode: 'user', debug: false, only: {}, window: {}, version: 1, ...how };
      asked.length = 0;
      await refresh();
      await page.waitForTimeout(200);
    },
    /** Edits the document, as a user who types would. */
    async edit(changes) {
      await server.edit(shown.uri, ++shown.version, changes);
      await refresh();
    },
    close: () => {
      shown = undefined;
    },
  };
}

/**
 * Returns the last message of a type that the page has posted, or undefined. The evaluation waits for the effects of the last key. Its
 * result arrives after everything that the page posted before.
 */
export async function lastPosted(page, asked, type) {
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  return asked.findLast((message) => message.type === type);
}

/** Tools run in processes, which a browser does not have, so it offers none. */
export const serveTools = (): void => {};

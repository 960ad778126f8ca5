/** Offers no tools in a browser: tools run in processes, which browsers do not have. */
export const serveTools = (): void => {};

/** Offers no tools in a browser: tools run in processes, which a browser cannot start. */
export const serveTools = (): void => {};

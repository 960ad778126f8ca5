/** Tools run in processes, which a browser does not have: there, none is offered. */
export const serveTools = (): void => {};

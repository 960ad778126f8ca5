/** Ids that name their tools, as Kimi K2 writes calls: `functions.get_weather:0`. */

export const idNaming = (name: string, serial: number): string => `functions.${name}:${serial}`;

const naming = /^functions\.(.+):\d+$/s;

/** The tool that an id names; undefined if it names none. */
export const toolNamedBy = (id: string): string | undefined => naming.exec(id)?.[1];

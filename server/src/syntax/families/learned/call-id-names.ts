/** Ids that contain the tool's name, as in calls of Kimi K2: `functions.get_weather:0`. */

export const idNaming = (name: string, serial: number): string => `functions.${name}:${serial}`;

const naming = /^functions\.(.+):\d+$/s;

/** The tool that an id names; undefined if it names none. */
export const toolNamedBy = (id: string): string | undefined => naming.exec(id)?.[1];

/** Ids of calls that contain the tool's name, as those of Kimi K2 do: `functions.get_weather:0`. */

export const idNaming = (name: string, serial: number): string => `functions.${name}:${serial}`;

const naming = /^functions\.(.+):\d+$/s;

/** Returns the tool that an id names, or undefined if it names none. */
export const toolNamedBy = (id: string): string | undefined => naming.exec(id)?.[1];

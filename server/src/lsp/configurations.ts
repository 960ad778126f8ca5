/** Serves `ocml/checkConfiguration`, which returns the problems in a YAML configuration, with their positions. */
import type { Connection, Position } from 'vscode-languageserver';
import { MAX_CONFIG_SIZE } from '../project/bounds.ts';
import { printable } from '../syntax/printable.ts';
import { serveRequest } from './serve-request.ts';

export function serveConfigurations(connection: Connection): void {
  serveRequest(connection, 'ocml/checkConfiguration', async (params) => {
    const text = params?.text;
    if (typeof text !== 'string' || text.length > MAX_CONFIG_SIZE) return [];
    const { checkConfiguration } = await import('./configuration-problems.ts');
    return checkConfiguration(text).map(({ message, start, end }) => ({
      message: printable(message),
      range: { start: positionIn(text, start), end: positionIn(text, end) },
    }));
  });
}

function positionIn(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** The settings for reading and checking the rows of a file, as data for a thread. The file's project and its first rows determine them. */
import type { LineInspector } from '../../checker/json/inspector.ts';
import type { CheckerSettings } from '../../checker/session.ts';
import { json } from '../../documents/load-json.ts';
import { isJsonDialect, sniffRows } from '../../documents/sniff.ts';
import type { JsonDialectId, RowFacts, ShapeName } from '../../grammar/index.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { type DialectFlag, settledDialect } from '../dialects.ts';
import { projectPath } from '../files/pipes.ts';
import { chosenFor } from '../templates/template-options.ts';

export interface RowReading {
  readonly dialect: JsonDialectId;
  readonly shape: ShapeName;
  /** Whether the rows are records of one session instead of separate conversations. */
  readonly records: boolean;
  readonly rows: RowFacts | undefined;
  readonly settings: CheckerSettings;
  /** The names that rows use for their fields and roles. */
  readonly names?: RowNames | undefined;
}

/** Determines the settings for a file. `head`: the first rows, one per line. */
export function readingOf(
  file: string,
  head: string,
  dialect: DialectFlag,
  complain: (message: string) => void,
): RowReading {
  const chosen = chosenFor(projectPath(file), complain);
  const { strict, sequencePair, levels, extraTokens, profile, training, customTemplates, rowNames: names } = chosen;
  const settled = settledDialect(file, dialect, chosen.dialect);
  const rowFormat = sniffRows(head, names);
  return {
    dialect: isJsonDialect(settled) ? settled : 'json',
    shape: rowFormat?.shape ?? 'unknown',
    records: rowFormat?.records === true,
    rows: rowFormat?.rows,
    names,
    settings: {
      strict,
      sequencePair,
      levels,
      extraTokens,
      profile,
      training,
      ...(customTemplates && { customTemplates }),
    },
  };
}

/** Returns an inspector that finds the problems in individual rows. */
export function inspectorOf({ dialect, shape, rows, settings, names }: RowReading): LineInspector {
  return new (json().JsonInspector)({ dialect, shape, rows, lines: true, names }, settings, () => {});
}

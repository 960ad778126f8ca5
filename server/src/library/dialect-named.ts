/** Finds dialects by name. */
import { bundledDialect } from '../documents/models.ts';
import { type AnyDialectId, allDialects } from '../grammar/index.ts';
import { dialects } from './dialects.ts';

/** Returns the dialect with a name; undefined without a name. Throws an `Error` if no dialect has this name. */
export function dialectNamed(name: string | undefined): AnyDialectId | undefined {
  if (name === undefined) return undefined;
  const dialect = allDialects.find((id) => id === name) ?? bundledDialect(name);
  if (dialect === undefined)
    throw new Error(`There is no dialect ${name}. The known dialects are ${dialects.join(', ')}`);
  return dialect;
}

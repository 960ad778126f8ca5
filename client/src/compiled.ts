/** What Node has compiled of the server, kept from one start to the next: loading it is most of opening a first document. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What to add to the environment of the server, so that Node keeps what it compiles in the extension's own storage. Node does
 * so since version 22, and continues without where it cannot; earlier ones do not look. What the user has set stays.
 */
export function keepingCompiled(
  storage: string,
  version: string,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return { NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE ?? join(storage, folder, version) };
}

/** Removes what was compiled of other versions. */
export async function removeOtherVersions(storage: string, version: string): Promise<void> {
  const all = await readdir(join(storage, folder)).catch(() => []);
  const others = all.filter((name) => name !== version);
  await Promise.all(
    others.map((name) => rm(join(storage, folder, name), { recursive: true, force: true }).catch(() => {})),
  );
}

const folder = 'compiled';

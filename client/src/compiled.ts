/**
 * Lets Node keep the compiled code of the server between starts, since compiling takes most of the time before a first document is open.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns environment variables that make Node store the server's compiled code in the extension's storage. Node 22 and later support this,
 * and continue without the cache if it fails. Earlier versions ignore the variable. A value set by the user is kept.
 */
export function keepingCompiled(
  storage: string,
  version: string,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return { NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE ?? join(storage, folder, version) };
}

export async function removeOtherVersions(storage: string, version: string): Promise<void> {
  const all = await readdir(join(storage, folder)).catch(() => []);
  const others = all.filter((name) => name !== version);
  await Promise.all(
    others.map((name) => rm(join(storage, folder, name), { recursive: true, force: true }).catch(() => {})),
  );
}

const folder = 'compiled';

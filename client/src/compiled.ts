/**
 * Keeps the server code compiled by Node from one start to the next, since compiling is most of the cost of opening a first
 * document.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns environment variables that make Node keep the server's compiled code in the extension's storage. Node supports this since
 * version 22, and carries on if it fails; earlier versions ignore it. A value set by the user stays.
 */
export function keepingCompiled(
  storage: string,
  version: string,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return { NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE ?? join(storage, folder, version) };
}

/** Removes the compiled code of other versions. */
export async function removeOtherVersions(storage: string, version: string): Promise<void> {
  const all = await readdir(join(storage, folder)).catch(() => []);
  const others = all.filter((name) => name !== version);
  await Promise.all(
    others.map((name) => rm(join(storage, folder, name), { recursive: true, force: true }).catch(() => {})),
  );
}

const folder = 'compiled';

/**
 * Keeps what Node compiles of the server from one start to the next, since compiling is most of the cost of opening a first
 * document.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the additions to the server's environment with which Node keeps compiled code in the extension's storage. Node does so since
 * version 22, and carries on if it cannot; earlier versions ignore it. A value that the user has set stays.
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

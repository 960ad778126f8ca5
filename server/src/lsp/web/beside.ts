/** Finds the files that are built next to those of the server. A worker needs to be told their address, since it does not know its own. */
/** Set in workers started by the server (`workshop/web/thread.ts`). */
let folder = (self as { readonly serverFolder?: string }).serverFolder ?? '';

/** Sets the address of the folder that contains these files. */
export function setFolder(address: string): void {
  folder = address.replace(/\/?$/, '/');
}

export const beside = (name: string): string => `${folder}${name}`;

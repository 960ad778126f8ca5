/**
 * Finds the files that were built next to the server. A worker does not know its own address, so it must be told the
 * address of their folder.
 */
/** The address of the folder. In workers, the server sets it when it starts them (`workshop/web/thread.ts`). */
let folder = (self as { readonly serverFolder?: string }).serverFolder ?? '';

export function setFolder(address: string): void {
  folder = address.replace(/\/?$/, '/');
}

export const beside = (name: string): string => `${folder}${name}`;

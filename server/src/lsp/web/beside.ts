/** Files that are built next to the server's, which a worker cannot find by itself: it does not know where it comes from. */
/** A worker of the server's is recognised by that (`workshop/web/thread.ts`). */
let folder = (self as { readonly serverFolder?: string }).serverFolder ?? '';

/** Takes the address of the folder that they are in. */
export function setFolder(address: string): void {
  folder = address.replace(/\/?$/, '/');
}

export const beside = (name: string): string => `${folder}${name}`;

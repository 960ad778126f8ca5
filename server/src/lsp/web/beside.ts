/** Finds files built next to the server's; a worker cannot do so by itself, since it does not know its own address. */
/** Set in workers started by the server (`workshop/web/thread.ts`). */
let folder = (self as { readonly serverFolder?: string }).serverFolder ?? '';

/** Sets the address of the folder that contains these files. */
export function setFolder(address: string): void {
  folder = address.replace(/\/?$/, '/');
}

export const beside = (name: string): string => `${folder}${name}`;

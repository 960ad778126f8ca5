/** `addresses.ts` where there are no files: each scheme and host has a folder, and the paths there are in it. */
import type * as twin from '../addresses.ts';

const address = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?(\/[^?#]*)/i;

export const pathOf: (typeof twin)['pathOf'] = (uri) => {
  const [, scheme, host = '', path = ''] = address.exec(uri) ?? [];
  // A path that could leave its folder names nothing.
  if (scheme === undefined || scheme === 'untitled' || /%2f|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path))
    return undefined;
  try {
    return `/${scheme}/${host}${decodeURIComponent(path)}`;
  } catch {
    return undefined;
  }
};

export const uriOfFile: (typeof twin)['uriOfFile'] = (path) => {
  const [, scheme = '', host = '', rest = ''] = /^\/([^/]*)\/([^/]*)(.*)$/s.exec(path) ?? [];
  return `${scheme}://${host}${rest.split('/').map(encodeURIComponent).join('/')}`;
};

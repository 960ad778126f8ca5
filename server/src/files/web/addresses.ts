/** Replaces `addresses.ts` in environments without files. A path begins with a folder for its scheme and a folder for its host. */
import type * as twin from '../addresses.ts';

const address = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?(\/[^?#]*)/i;

export const pathOf: (typeof twin)['pathOf'] = (uri) => {
  const [, scheme, host = '', path = ''] = address.exec(uri) ?? [];
  // A path that could leave its folder is rejected.
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

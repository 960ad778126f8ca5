/** Reads the size of an image from its first bytes, before the image is decoded. A file of a few bytes can declare a huge image. */

/** A longer image (base64 characters) is decoded only after a click. */
export const MAX_UNASKED = 400_000;
/** Images with more pixels are not decoded. */
export const MAX_PIXELS = 25_000_000;

export interface ImageHead {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp';
  readonly width: number;
  readonly height: number;
}

/** Returns the format and the size of an image. Undefined if it has none of the four formats, or ends before the size. */
export function imageHead(bytes: Uint8Array): ImageHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const text = (from: number, to: number) =>
      Array.from(bytes.subarray(from, to), (byte) => String.fromCharCode(byte)).join('');
    if (text(0, 8) === '\x89PNG\r\n\x1a\n')
      return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
    if (text(0, 4) === 'GIF8') return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return webpHead(view, text(12, 16));
    return view.getUint16(0) === 0xffd8 ? jpegHead(view) : undefined;
  } catch {
    return undefined;
  }
}

function webpHead(view: DataView, kind: string): ImageHead | undefined {
  const type = 'webp';
  const low14 = (at: number) => view.getUint16(at, true) & 0x3fff;
  if (kind === 'VP8 ') return { type, width: low14(26), height: low14(28) };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  const of24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return kind === 'VP8X' ? { type, width: of24(24), height: of24(27) } : undefined;
}

/** Reads the size of a JPEG image, which is in the first segment that begins a frame. */
function jpegHead(view: DataView): ImageHead | undefined {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return undefined;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
}

/** Returns the bytes in a `data:` address. Undefined if the address is not valid base64. */
export function bytesOf(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

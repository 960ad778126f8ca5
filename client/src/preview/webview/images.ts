/**
 * Shows images embedded in a message. The page's content security policy forbids loading images, so they are decoded and drawn here,
 * without any request. All other images are shown as a line with their address.
 */
import { bytesOf, type ImageHead, imageHead, MAX_PIXELS, MAX_UNASKED } from '../../../../protocol/image-size.ts';
import { element } from './elements.ts';
import { t } from './words.ts';

/** The longer side of a drawn image, in pixels. */
const MAX_SIDE = 800;

/** Draws images when they come close to the view. */
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      drawings.get(target)?.();
    }
  },
  { rootMargin: '600px' },
);
const drawings = new WeakMap<Element, () => void>();

export function showImages(within: ParentNode): void {
  for (const image of within.querySelectorAll<HTMLElement>('.image[data]')) {
    const data = image.getAttribute('data') ?? '';
    image.removeAttribute('data');
    if (data.length <= MAX_UNASKED) show(image, data);
    else {
      const button = element('button', 'show-image', t('Show the image'));
      button.addEventListener('click', (event) => {
        event.stopPropagation();
        button.remove();
        show(image, data);
      });
      image.append(' ', button);
    }
  }
}

function show(image: HTMLElement, data: string): void {
  const bytes = bytesOf(data);
  const head = bytes && imageHead(bytes);
  if (!bytes || !head) return refuse(image, t('it cannot be read'));
  const { width, height } = head;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS)
    return refuse(image, t('{0} × {1} pixels is too large', width.toLocaleString('en'), height.toLocaleString('en')));
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const canvas = element('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.role = 'img';
  canvas.ariaLabel = `${image.textContent}, ${width} × ${height}`;
  image.classList.add('drawn');
  image.prepend(canvas);
  drawings.set(canvas, () => void draw(image, canvas, bytes, head));
  near.observe(canvas);
}

async function draw(image: HTMLElement, canvas: HTMLCanvasElement, bytes: Uint8Array<ArrayBuffer>, head: ImageHead) {
  try {
    const blob = new Blob([bytes], { type: `image/${head.type}` });
    const size = { resizeWidth: canvas.width, resizeHeight: canvas.height, resizeQuality: 'high' } as const;
    const bitmap = await createImageBitmap(blob, size);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
  } catch {
    canvas.remove();
    refuse(image, t('it cannot be read'));
  }
}

function refuse(image: HTMLElement, why: string): void {
  image.classList.remove('drawn');
  image.append(' ', element('span', 'address', t('(not shown: {0})', why)));
}

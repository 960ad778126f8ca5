/** Sorts rows by numeric keys in linear time: a stable radix sort by 16 bits at a time. */

const [BITS, SIZE] = [16, 1 << 16];

/** Returns `numbers` sorted by their keys, where `keys[i]` is the key of `numbers[i]`. Overwrites the contents of both arrays. */
export function sortedBy(keys: Uint32Array, numbers: Uint32Array, descending: boolean): Uint32Array {
  const flip = descending ? 0xffffffff : 0;
  const other = { keys: new Uint32Array(keys.length), numbers: new Uint32Array(keys.length) };
  distribute({ keys, numbers }, other, 0, flip);
  // The second pass writes its result into the original array.
  distribute(other, { keys: undefined, numbers }, BITS, flip);
  return numbers;
}

interface Sorted {
  readonly keys: Uint32Array;
  readonly numbers: Uint32Array;
}

/** Sorts the numbers by 16 bits of their keys, from bit `shift` on. */
function distribute(
  from: Sorted,
  to: { readonly keys: Uint32Array | undefined; readonly numbers: Uint32Array },
  shift: number,
  flip: number,
): void {
  const places = new Uint32Array(SIZE + 1);
  for (const key of from.keys) {
    const slot = (((key ^ flip) >>> shift) & (SIZE - 1)) + 1;
    places[slot] = (places[slot] as number) + 1;
  }
  for (let i = 1; i <= SIZE; i++) places[i] = (places[i] as number) + (places[i - 1] as number);
  for (let i = 0; i < from.keys.length; i++) {
    const key = from.keys[i] as number;
    const slot = ((key ^ flip) >>> shift) & (SIZE - 1);
    const position = places[slot] as number;
    places[slot] = position + 1;
    if (to.keys) to.keys[position] = key;
    to.numbers[position] = from.numbers[i] as number;
  }
}

/** Rows by a number that each has, those with the same in their order: 16 bits at a time, so that it takes as long as there are rows. */

const [BITS, SIZE] = [16, 1 << 16];

/** Both in the same order. Gives the numbers, sorted by their keys. */
export function sortedBy(keys: Uint32Array, numbers: Uint32Array, descending: boolean): Uint32Array {
  const flip = descending ? 0xffffffff : 0;
  let from = { keys, numbers };
  for (const shift of [0, BITS]) {
    const places = new Uint32Array(SIZE + 1);
    for (const key of from.keys) {
      const slot = (((key ^ flip) >>> shift) & (SIZE - 1)) + 1;
      places[slot] = (places[slot] as number) + 1;
    }
    for (let i = 1; i <= SIZE; i++) places[i] = (places[i] as number) + (places[i - 1] as number);
    const to = { keys: new Uint32Array(keys.length), numbers: new Uint32Array(keys.length) };
    for (let i = 0; i < keys.length; i++) {
      const key = from.keys[i] as number;
      const slot = ((key ^ flip) >>> shift) & (SIZE - 1);
      const place = places[slot] as number;
      places[slot] = place + 1;
      to.keys[place] = key;
      to.numbers[place] = from.numbers[i] as number;
    }
    from = to;
  }
  return from.numbers;
}

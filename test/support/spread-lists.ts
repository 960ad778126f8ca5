/** Calls for `test/unit/spread-lists.test.mjs`, which must find exactly those marked `wild`. */
declare const list: number[];
declare const isThere: boolean;
declare const pair: readonly [number, number];
declare const some: [number] | [number, number];
declare const atLeastOne: [number, ...number[]];
declare const names: ReadonlySet<string>;
declare function take(...all: readonly number[]): void;
declare function call<Given extends readonly number[]>(...args: Given): void;

const constant = [1, 2, 3];

export function known(): void {
  take(...[1, 2]);
  take(...(isThere ? [1] : []));
  take(...pair);
  take(...some);
  list.push(...pair, 1);
  take.apply(undefined, [1, 2]);
  Math.max(0, [...list].length);
  list.push(...list.slice(0, 10));
}

export function unknown(...numbers: number[]): void {
  list.push(...list); // wild
  list.push(...list.slice(1)); // wild
  list.unshift(1, ...list); // wild
  list.splice(0, 1, ...list); // wild
  Math.max(...list); // wild
  Math.min(0, ...list.map((one) => one + 1)); // wild
  String.fromCharCode(...list); // wild
  take(...atLeastOne); // wild
  take(...numbers);
  take(...constant);
  const inner = [1, ...list];
  take(...inner); // wild
  take.apply(undefined, list); // wild
  Reflect.apply(take, undefined, list); // wild
  new Set(...[names]).add(String.fromCodePoint(...list)); // wild
  take(...(isThere ? list : [])); // wild
  call(...[...list]); // wild
}

/**
 * The possible orders for the parts of a fill-in-the-middle task: the order of the document, and the orders that infill models
 * use.
 */
import { fimOrder } from '../../grammar/index.ts';

export const orders = {
  pms: fimOrder,
  psm: ['fim_prefix', 'fim_suffix', 'fim_middle'],
  spm: ['fim_suffix', 'fim_prefix', 'fim_middle'],
} as const satisfies Readonly<Record<string, readonly (typeof fimOrder)[number][]>>;
export type Order = keyof typeof orders;

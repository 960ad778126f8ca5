/** The call graph of a JSON document. */

import { elementsOf } from '../../model/json/message.ts';
import { isConversation } from '../../model/json/shapes.ts';
import { unitFacts } from '../../model/json/unit-graph.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { Span } from '../../syntax/span.ts';
import { keysOf, type Source } from './graph.ts';
import { HolderIndex } from './holder-index.ts';

/** An index of the names in the units of a document. It is updated when the units change. */
class UnitIndex {
  private units: readonly JsonUnit[] = [];
  private ranks = new Map<JsonUnit, number>();
  readonly index: HolderIndex<JsonUnit>;

  constructor(document: JsonDocument) {
    const factsOf = (unit: JsonUnit) => unitFacts(unit, document.dialect);
    this.index = new HolderIndex(
      factsOf,
      (unit) => keysOf(factsOf(unit)),
      (list, unit) => this.rankIn(list, unit),
    );
  }

  private prepared: { units: readonly JsonUnit[]; next: number } = { units: [], next: 0 };

  /** Reads units until a deadline. Returns whether all of them have been read. */
  prepare(units: readonly JsonUnit[], factsOf: (unit: JsonUnit) => unknown, deadline: number): boolean {
    // Starting over is cheap, since the content of a unit is cached with the unit.
    if (this.prepared.units !== units) this.prepared = { units, next: 0 };
    while (this.prepared.next < units.length) {
      if (performance.now() > deadline) return false;
      factsOf(units[this.prepared.next++] as JsonUnit);
    }
    this.update(units);
    return true;
  }

  rankOf(unit: JsonUnit): number {
    return this.ranks.get(unit) ?? -1;
  }

  /** Updates the index after an edit, which replaces only a few units. */
  update(units: readonly JsonUnit[]): void {
    if (units === this.units) return;
    const old = this.units;
    let first = 0;
    while (first < old.length && first < units.length && old[first] === units[first]) first++;
    let [last, lastNew] = [old.length, units.length];
    while (last > first && lastNew > first && old[last - 1] === units[lastNew - 1]) {
      last--;
      lastNew--;
    }
    for (const unit of old.slice(first, last)) this.index.remove(unit);
    this.units = units;
    this.ranks = new Map(units.map((unit, rank) => [unit, rank]));
    if (old.length === 0) this.index.fill(units);
    else for (const unit of units.slice(first, lastNew)) this.index.add(unit);
  }

  private rankIn(list: readonly JsonUnit[], unit: JsonUnit): number {
    const rank = this.rankOf(unit);
    let [low, high] = [0, list.length];
    if (high > 0 && this.rankOf(list[high - 1] as JsonUnit) < rank) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rankOf(list[middle] as JsonUnit) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const indexes = new WeakMap<JsonDocument, UnitIndex>();

function indexOf(document: JsonDocument): UnitIndex {
  const unitIndex = indexes.get(document) ?? new UnitIndex(document);
  indexes.set(document, unitIndex);
  return unitIndex;
}

/** Indexes a document until a deadline (`performance.now()`). Returns whether the index is complete. */
export function prepareJson(document: JsonDocument, deadline: number): boolean {
  const { units, dialect } = document;
  return indexOf(document).prepare(units, (unit) => unitFacts(unit, dialect), deadline);
}

export function jsonSource(document: JsonDocument): Source<JsonUnit> {
  const all = indexOf(document);
  all.update(document.units);
  return sourceOf(document, all, 0);
}

const rows = new WeakMap<JsonUnit, UnitIndex>();

/**
 * The call graph around an offset. In a data set it covers a single row, because rows are independent of each other and there may be a
 * million of them.
 */
export function jsonSourceAt(document: JsonDocument, offset: number): Source<JsonUnit> {
  const { lines, units, dialect } = document;
  const at = document.indexAt(offset);
  const unit = units[at];
  if (!lines || unit === undefined || !isConversation(unit, dialect)) return jsonSource(document);
  let row = rows.get(unit);
  if (row === undefined) {
    rows.set(unit, (row = new UnitIndex(document)));
    row.update([unit]);
  }
  return sourceOf(document, row, at);
}

/** The call graph for an index. `first`: the position of the first unit of the index among all units. */
function sourceOf(document: JsonDocument, all: UnitIndex, first: number): Source<JsonUnit> {
  const { uri, version, dialect } = document;
  return {
    uri,
    version,
    holderAt(offset) {
      const index = document.indexAt(offset);
      const holder = document.units[index];
      return holder && { holder, at: offset - document.startOf(index) };
    },
    factsOf: (unit) => unitFacts(unit, dialect),
    holders: (key) => all.index.holders(key),
    rankOf: (unit) => all.rankOf(unit),
    rangesIn: (unit) => (span) => document.rangeIn(first + all.rankOf(unit), span),
    isAlone(unit, { start }) {
      if (unitFacts(unit, dialect).onOneLine) return false;
      const from = unit.text.lastIndexOf('\n', start - 1) + 1;
      const end = unit.text.indexOf('\n', start);
      const to = end < 0 ? unit.text.length : end;
      const messages = elementsOf(unit, dialect);
      // Finds the first message that ends on this line or after it, and tests whether the next message begins on the same line.
      let [low, high] = [0, messages.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((messages[middle] as Span).end <= from) low = middle + 1;
        else high = middle;
      }
      return (messages[low + 1]?.start ?? to) >= to;
    },
    pairing: (half) => all.index.pairing(half),
  };
}

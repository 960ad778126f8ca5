/**
 * Reads Thrift's compact protocol, in which the headers of a Parquet file are encoded. A length or a count is used only if at least as many
 * bytes follow. The library that reads the rest of the file does not check this.
 */

/** A value: structs are maps from field numbers to values, and binary values are bytes. */
export type Value = boolean | number | Uint8Array | readonly Value[] | Struct;
export type Struct = ReadonlyMap<number, Value>;

/** The maximum nesting depth of structs. Real headers have four or five levels. */
const MAX_STRUCT_DEPTH = 24;
/** The maximum number of values in a header. A real footer has a few dozen for each column in each row group. */
const MAX_VALUES = 20_000_000;

/** Reads a struct. If the bytes are not a valid struct, throws an error whose message completes the sentence of `refused`. */
export function readStruct(bytes: Uint8Array, start = 0): { readonly struct: Struct; readonly end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  let values = 0;

  const need = (length: number) => {
    if (length > bytes.length - at) throw new Error('a length in its header exceeds the header');
  };
  const byte = () => {
    need(1);
    return view.getUint8(at++);
  };
  /** Reads an unsigned number of at most ten bytes. Numbers above 2^53 are inexact, but they exceed all limits anyway. */
  const varint = () => {
    let [value, scale] = [0, 1];
    for (let i = 0; i < 10; i++, scale *= 128) {
      const next = byte();
      value += (next & 127) * scale;
      if (next < 128) return value;
    }
    throw new Error('a number in its header has no end');
  };
  const zigzag = () => {
    const value = varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };

  function element(type: number, depth: number): Value {
    if (++values > MAX_VALUES) throw new Error('its header has too many values');
    switch (type) {
      case 1:
      case 2:
        return type === 1;
      case 3:
        return byte();
      case 4:
      case 5:
      case 6:
        return zigzag();
      case 7:
        need(8);
        at += 8;
        return view.getFloat64(at - 8, true);
      case 8: {
        const length = varint();
        need(length);
        at += length;
        return bytes.subarray(at - length, at);
      }
      case 9:
        return list(depth);
      case 12:
        return struct(depth);
      default:
        throw new Error('its header has a value of an unknown kind');
    }
  }

  function list(depth: number): readonly Value[] {
    const head = byte();
    const count = head >> 4 === 15 ? varint() : head >> 4;
    // Every element takes at least one byte.
    need(count);
    const type = head & 15;
    const elements: Value[] = [];
    for (let i = 0; i < count; i++) elements.push(element(type === 1 || type === 2 ? 3 : type, depth));
    return elements;
  }

  function struct(depth: number): Struct {
    if (depth > MAX_STRUCT_DEPTH) throw new Error('its header is nested too deeply');
    const fields = new Map<number, Value>();
    let id = 0;
    for (let head = byte(); (head & 15) !== 0; head = byte()) {
      id = head >> 4 === 0 ? zigzag() : id + (head >> 4);
      fields.set(id, element(head & 15, depth + 1));
    }
    return fields;
  }

  const read = struct(0);
  return { struct: read, end: at };
}

export const numberIn = (struct: Struct | undefined, field: number): number | undefined => {
  const value = struct?.get(field);
  return typeof value === 'number' ? value : undefined;
};

export const structIn = (struct: Struct | undefined, field: number): Struct | undefined => {
  const value = struct?.get(field);
  return value instanceof Map ? value : undefined;
};

export const structsIn = (struct: Struct | undefined, field: number): readonly Struct[] => {
  const value = struct?.get(field);
  return Array.isArray(value) ? value.filter((one): one is Struct => one instanceof Map) : [];
};

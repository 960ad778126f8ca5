/** The names that every object has, `__proto__` among them, and `prototype`. */
export const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

/** The output if a function or an object is taken for a text. */
export const leaked = /function Object|\[native code\]|\[object/;

/** A word of the same shape that nothing has for a name. */
export const plain = (name: string) => name.replace(/[a-z]/g, 'q').replace(/[A-Z]/g, 'Q');

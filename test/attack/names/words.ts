/** The names that every object inherits, including `__proto__`, and `prototype`. */
export const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

/** Matches output in which a function or an object was used as text. */
export const leaked = /function Object|\[native code\]|\[object/;

/** Returns a word with the same length and case that is not the name of a property of any object. */
export const plain = (name: string) => name.replace(/[a-z]/g, 'q').replace(/[A-Z]/g, 'Q');

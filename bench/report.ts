/** Prints results as Markdown tables, which are easy to read in a terminal, and can be inserted into a document unchanged. */

export function heading(text: string): void {
  console.log(`\n## ${text}\n`);
}

/** Shows what is being measured, since measurements take long. */
export function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  progress('');
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  console.log(line(columns));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(row));
}

/** Formats milliseconds, with more decimal places for smaller values. */
export function ms(value: number): string {
  return `${value < 0.1 ? value.toFixed(3) : value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}

export function kilobytes(bytes: number): string {
  return `${bytes < 10_000 ? (bytes / 1000).toFixed(1) : (bytes / 1000).toFixed(0)} KB`;
}

export function times(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)}×`;
}

export function megabytes(value: number): string {
  return value < 1 ? `${value * 1000} KB` : `${value} MB`;
}

export function atMost(value: number, aim: number): 'ok' | 'over' {
  return value <= aim ? 'ok' : 'over';
}

export function atLeast(value: number, aim: number): 'ok' | 'under' {
  return value >= aim ? 'ok' : 'under';
}

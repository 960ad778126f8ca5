/** Local date and time, as in `2026-01-31T12:00:00`, which is the format that `--clock` accepts and that Python parses. */
export function localTime(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(two);
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two);
  return `${date.join('-')}T${time.join(':')}`;
}

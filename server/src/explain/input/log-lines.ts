/** Recognizes log lines by their beginnings. */

/** Color escapes of terminals. */
export const colours = /\x1b\[[\d;]*m/g;

/** Prefixes that launchers add to each line, such as names of containers and process ids. */
export const wrappers = /^(?:[\w.-]{1,60}-\d{1,4}\s+\| |\[\d{1,7}\] |\(\w{1,40} pid=\d{1,9}\) )+/;

/** Patterns for the beginnings of log lines. */
const beginnings: readonly RegExp[] = [
  /^(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|TRACE)(?::|\s+\d|\s+\[|\s{2,}| [\w.]{1,60}: )/,
  /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/,
  /^\[\d{4}-\d\d-\d\d/,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /,
  /^(?:time|ts|t|level|lvl)=\S/,
  /^\[?\d\d:\d\d:\d\d\b/,
  /^\[(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|TRACE)\]/i,
  /^[IWEF]\d{4} \d\d:\d\d/,
  /^(?:srv|slot|que|res|main|common_\w+|llama_\w+)\s+\w+(?:\(\))?:/,
  /^(?:\d+\.){2,3}\d+ [DIWE] /,
  /^[DIWE] (?:srv|slot|common_\w+)\b/,
  /^\[GIN\] /,
  /^Traceback \(most recent call last\)/,
  /^(?:\w+\.)*\w*(?:Error|Exception): /,
  /^data: ?[{[]/,
];

export const isLogLine = (line: string): boolean => {
  const bare = line.slice(0, 200).replace(colours, '').replace(wrappers, '');
  return beginnings.some((beginning) => beginning.test(bare));
};

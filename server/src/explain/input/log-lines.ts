/** How the lines of logs begin. */

/** Colours of a terminal. */
export const colours = /\x1b\[[\d;]*m/g;

/** Text that programs that start servers put before each line: names of containers, numbers of processes. */
export const wrappers = /^(?:[\w.-]{1,60}-\d{1,4}\s+\| |\[\d{1,7}\] |\(\w{1,40} pid=\d{1,9}\) )+/;

/** How lines of logs begin. */
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

// A long, invented session of Claude Code, as a user would open it to find out where it went wrong.

const says = (text) => ({ type: 'text', text });
const start = Date.UTC(2026, 2, 4, 8);

/**
 * Returns the log of a working day, with `count` calls. The call with the number `failing` does harm. Before it are a compaction and a
 * sub-agent, and the last question was edited.
 */
export function daysWork(count, failing) {
  const records = [];
  let last = null;
  const add = (uuid, parentUuid, time, rest) => {
    const timestamp = new Date(start + time).toISOString();
    records.push({ parentUuid, isSidechain: false, sessionId: 's', cwd: '/home/ann/app', uuid, timestamp, ...rest });
    if (!rest.isSidechain) last = uuid;
  };
  const user = (uuid, parent, time, content, rest = {}) =>
    add(uuid, parent, time, { type: 'user', message: { role: 'user', content }, ...rest });
  const answer = (uuid, parent, time, id, part, rest = {}) => {
    const usage = { input_tokens: 40, cache_read_input_tokens: 20 * (time / 1000), output_tokens: 60 };
    const message = { id, role: 'assistant', model: 'claude-x', content: [part], usage };
    add(uuid, parent, time, { type: 'assistant', message, ...rest });
  };
  const reply = (uuid, parent, time, id, content, isError, rest = {}) =>
    user(uuid, parent, time, [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }], rest);

  user('q0', null, 0, 'Rename the setting `cacheDir` to `cacheFolder` everywhere, and keep the old name working.');
  for (let i = 1; i <= count; i++) {
    const time = 20_000 * i;
    if (i % 60 === 0) user(`q${i}`, last, time, `Good. Go on with part ${i / 60 + 1}.`);
    if (i === failing - 20) {
      add('b', null, time, { type: 'system', subtype: 'compact_boundary', logicalParentUuid: last });
      const summary = { isCompactSummary: true, isVisibleInTranscriptOnly: true };
      user('summary', last, time, 'This session is being continued: the setting is renamed in most files.', summary);
    }
    const isHarm = i === failing;
    const tool = isHarm || i % 7 === 0 ? 'Bash' : i % 3 === 0 ? 'Edit' : 'Read';
    const input = isHarm
      ? { command: 'git checkout -- src/', description: 'Discard the formatting changes' }
      : tool === 'Bash'
        ? { command: `npm test -- part-${i}` }
        : { file_path: `/home/ann/app/src/module-${i}.ts` };
    const thinking = isHarm ? 'The diff is noisy. I discard it and start over.' : `Next is module ${i}.`;
    answer(`t${i}`, last, time + 1000, `m${i}`, { type: 'thinking', thinking, signature: 'c2ln' });
    answer(`c${i}`, last, time + 2000, `m${i}`, { type: 'tool_use', id: `toolu_${i}`, name: tool, input });
    const output = isHarm
      ? 'Updated 212 paths from the index: 58 edits that were not committed are gone'
      : i === failing + 1
        ? "error: Cannot find name 'cacheFolder'."
        : `ok ${i}`;
    reply(`r${i}`, last, time + 4000 + 10 * i, `toolu_${i}`, output, isHarm || i === failing + 1);
    if (i !== failing - 40) continue;
    const aside = { isSidechain: true, agentId: 'agent-1' };
    user('x1', null, time, 'Find every mention of cacheDir in the docs', aside);
    const part = { type: 'tool_use', id: 'toolu_x', name: 'Grep', input: { pattern: 'cacheDir', path: 'docs' } };
    answer('x2', 'x1', time, 'mx1', part, aside);
    reply('x3', 'x2', time, 'toolu_x', 'docs/settings.md:12', false, aside);
    answer('x4', 'x3', time, 'mx2', says('One mention, in docs/settings.md.'), aside);
  }
  const end = 20_000 * count + 60_000;
  user('edited', `r${count}`, end, 'Why do the tests fail now?');
  user('again', `r${count}`, end + 1000, 'Why do all tests fail now, and where are my changes?');
  answer('end', 'again', end + 2000, 'mend', says('The earlier edits seem to be missing. I am not sure why.'));
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

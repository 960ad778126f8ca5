// A page that shows a transcript as it is typed. Each keystroke is an edit, which costs what the edited message does.
import { open } from 'openchatml';

const area = document.querySelector('textarea');
const [view, problems] = ['view', 'problems'].map((id) => document.getElementById(id));
const transcript = open(area.value);

area.addEventListener('input', () => {
  const [before, now] = [transcript.text, area.value];
  let start = 0;
  while (start < Math.min(before.length, now.length) && before[start] === now[start]) start++;
  let kept = 0;
  while (
    kept < Math.min(before.length, now.length) - start &&
    before[before.length - 1 - kept] === now[now.length - 1 - kept]
  )
    kept++;
  transcript.edit([{ start, end: before.length - kept, text: now.slice(start, now.length - kept) }]);
  show();
});

function show() {
  // The HTML of a view is safe to show: it has no scripts, styles or addresses that run.
  view.innerHTML = transcript
    .userView()
    .map(({ role, html }) => `<section class="${role === 'user' ? 'user' : 'assistant'}">${html}</section>`)
    .join('');
  problems.replaceChildren(
    ...transcript
      .problems()
      .map(({ code, message }) => Object.assign(document.createElement('li'), { textContent: `${code}: ${message}` })),
  );
}

show();

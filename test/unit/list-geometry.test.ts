import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  isStuck,
  listHeight,
  MAX_LIST_HEIGHT,
  placeAfterScroll,
  rowsInView,
  scrollTopAt,
  topAt,
  topToShow,
} from '../../client/src/data-set/webview/list-geometry.ts';

const geometry = (count: number) => ({ count, rowHeight: 46, viewHeight: 600 });
const sizes = [0, 1, 13, 1000, 173_913, 173_914, 1_000_000, 100_000_000];

suite('the geometry of a list', () => {
  test('a list of any length has a height that browsers have', () => {
    for (const count of sizes) assert.equal(listHeight(geometry(count)), Math.min(count * 46, MAX_LIST_HEIGHT));
  });

  test('a short list is scrolled as it is', () => {
    for (const at of [0, 17, 5000, 45_400]) assert.equal(topAt(geometry(1000), at), at);
    assert.deepEqual(placeAfterScroll(geometry(1000), { scrollTop: 0, top: 0 }, 300), { scrollTop: 300, top: 300 });
  });

  test('the ends of the scroll bar are the ends of the list', () => {
    for (const count of sizes) {
      const of = geometry(count);
      const end = Math.max(0, listHeight(of) - of.viewHeight);
      assert.equal(topAt(of, 0), 0);
      assert.equal(topAt(of, end), Math.max(0, count * 46 - of.viewHeight));
    }
  });

  test('each place has a position of the scroll bar, and they grow together', () => {
    for (const count of sizes) {
      const of = geometry(count);
      const most = Math.max(0, count * of.rowHeight - of.viewHeight);
      let before = -1;
      for (let i = 0; i <= 1000; i++) {
        const top = (most * i) / 1000;
        const scrollTop = scrollTopAt(of, top);
        assert.ok(scrollTop >= before, `${count}: ${top}`);
        assert.ok(Math.abs(topAt(of, scrollTop) - top) < 0.01, `${count}: ${top}`);
        before = scrollTop;
      }
    }
  });

  test('a wheel moves a long list by as much as it turns, a jump goes to the share', () => {
    const of = geometry(100_000_000);
    const middle = { scrollTop: 4_000_000, top: topAt(of, 4_000_000) };
    assert.deepEqual(placeAfterScroll(of, middle, 4_000_100), { scrollTop: 4_000_100, top: middle.top + 100 });
    assert.deepEqual(placeAfterScroll(of, middle, 6_000_000), { scrollTop: 6_000_000, top: topAt(of, 6_000_000) });
  });

  test('by wheel, every row from the end to the beginning of a long list can be reached', () => {
    const of = geometry(1_000_000);
    const most = of.count * of.rowHeight - of.viewHeight;
    let place = { scrollTop: listHeight(of) - of.viewHeight, top: most };
    for (let i = 0; place.top > 0; i++) {
      const before = place.top;
      assert.ok(i < most / 500 + 10, 'it goes on');
      place = placeAfterScroll(of, place, Math.max(0, place.scrollTop - 500));
      assert.ok(before - place.top <= 500, `skips from ${before} to ${place.top}`);
      // The list also resets the scroll bar when scrolling rests, or when the bar reaches an end too early.
      if (i % 50 === 0 || isStuck(of, place)) place = { scrollTop: scrollTopAt(of, place.top), top: place.top };
    }
    assert.deepEqual(place, { scrollTop: 0, top: 0 });
  });

  test('the rows in view, and no others', () => {
    assert.deepEqual(rowsInView(geometry(1000), 0, 0), [0, 14]);
    assert.deepEqual(rowsInView(geometry(1000), 46, 2), [0, 17]);
    assert.deepEqual(rowsInView(geometry(5), 0), [0, 5]);
    assert.deepEqual(rowsInView(geometry(0), 0), [0, 0]);
  });

  test('a row comes into view with the least movement', () => {
    const of = geometry(1000);
    assert.equal(topToShow(of, 460, 12), 460);
    assert.equal(topToShow(of, 460, 2), 92);
    assert.equal(topToShow(of, 0, 20), 21 * 46 - 600);
    assert.equal(topToShow(of, 0, 999), 1000 * 46 - 600);
    assert.equal(topToShow(geometry(3), 0, 2), 0);
  });
});

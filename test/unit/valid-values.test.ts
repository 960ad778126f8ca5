/** Fields of log records that are read one by one equal those that are read together. Values that are not requested are not built. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readUnit } from '../../server/src/syntax/json/json-unit.ts';
import { hasMember, isTrueIn, keysOf } from '../../server/src/syntax/json/members.ts';
import { dataOf, type JsonMember, type JsonNode, memberOf, textOf } from '../../server/src/syntax/json/nodes.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { validValue } from '../../server/src/syntax/json/valid-values.ts';
import { openSession } from '../support/sessions/telling.ts';

const texts = [
  '{"a":"x","b":{"c":[1,{"d":true}]},"e":false,"f":null,"g":-1.5e3}',
  ' { "a" : "x \\" , \\\\" , "b" : [ "}" , "]" ] , "c" : true } ',
  '{"a":1,"b":2,"a":"later"}',
  '{"b":true,"2":"x","1":"y","":"empty"}',
  '{"\\u0061":"escaped","b":"c"}',
  '{"__proto__":"own","toString":"x"}',
  '{}',
];
const lazily = (text: string): JsonNode => validValue(text, 0, JSON.parse(text), 100);
const places = (node: JsonNode | undefined) => node && [node.kind, node.start - 100, node.end - 100, dataOf(node)];

suite('members of a record', () => {
  for (const text of texts)
    test(text, () => {
      const { root } = readJson(text);
      assert.ok(root?.kind === 'object');
      const keys = [...new Set(root.members.map(({ key }) => key.value)), 'missing', 'constructor'];
      for (const order of [keys, keys.toReversed()]) {
        const record = lazily(text);
        assert.ok(record.kind === 'object');
        const found = order.map((key): JsonMember | undefined => {
          assert.equal(textOf(record, key), textOf(root, key), key);
          assert.equal(hasMember(record, key), hasMember(root, key), key);
          assert.equal(isTrueIn(record, key), isTrueIn(root, key), key);
          const one: JsonMember | undefined = memberOf(record, key);
          const expected = memberOf(root, key)?.value;
          assert.deepEqual(
            places(one?.value),
            expected && [expected.kind, expected.start, expected.end, dataOf(expected)],
          );
          return one;
        });
        assert.deepEqual(dataOf(record), dataOf(root));
        // After all values are read, a value that was returned earlier is still the same object.
        for (const [i, key] of order.entries()) assert.equal(memberOf(record, key), found[i], key);
        assert.deepEqual([...keysOf(record)].sort(), root.members.map(({ key }) => key.value).sort());
      }
      assert.deepEqual([...keysOf(lazily(text), true)], [...keysOf(root, true)]);
    });

  test('a copy with other members has only those', () => {
    const record = lazily('{"a":"x","b":"y"}');
    assert.ok(record.kind === 'object');
    const copy: JsonNode = { ...record, members: record.members.slice(1) };
    const untouched = lazily('{"a":"x","b":"y"}');
    const another = { ...untouched, members: [] } as JsonNode;
    for (const one of [copy, another]) {
      assert.equal(textOf(one, 'a'), undefined);
      assert.equal(hasMember(one, 'a'), false);
      assert.equal(memberOf(one, 'a'), undefined);
    }
  });

  test('of a record, no more members are made than somebody asks the places of', () => {
    const line = (i: number) =>
      JSON.stringify({ type: 'user', uuid: `u${i}`, parentUuid: null, message: { role: 'user', content: 'x' } });
    const { units } = openSession(`${line(1)}\n${line(2)}\n`);
    const { root } = readUnit(units[0] as never);
    const [record] = root?.kind === 'array' ? root.items : [];
    assert.ok(record?.kind === 'object');
    assert.equal(textOf(record, 'uuid'), 'u1');
    assert.ok(memberOf(record, 'message'));
    assert.ok(record.data, 'all of its members were read');
  });
});

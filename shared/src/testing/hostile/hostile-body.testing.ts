import fc from 'fast-check';
import { hostileText } from './hostile-text.testing.ts';
import { edges } from './schema-value.testing.ts';

/** What a body is sent as. */
export interface HostileBody {
  type: string;
  bytes: Buffer;
}

const types = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/gzip',
  'application/x-ndjson',
  'a/b; c="',
  '',
];

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, -0, [], {}),
  fc.constantFrom(...edges),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** A value of JSON whose keys are among `words` as often as not. */
function hostileValue(words: readonly string[]): fc.Arbitrary<unknown> {
  const key = fc.oneof(fc.constantFrom(...words), hostileText);
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      scalar,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 6, noNullPrototype: false }),
    ),
  }));
  return tree;
}

/** The value with one place in it, at any depth, replaced by `foreign`. */
function changed(value: unknown, way: readonly number[], foreign: unknown): unknown {
  const [turn, ...rest] = way;
  if (turn === undefined || typeof value !== 'object' || value === null) return foreign;
  const keys = Object.keys(value);
  const key = keys[turn % Math.max(1, keys.length)];
  if (key === undefined) return foreign;
  if (Array.isArray(value)) {
    return value.map((item, place) =>
      String(place) === key ? changed(item, rest, foreign) : item,
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === key ? changed(item, rest, foreign) : item,
    ]),
  );
}

const deep = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth);

/**
 * Bodies of any kind. Some are calls that are `right`, some are right but for one place. Others are
 * JSON of the wrong shape, cut off or nested very deep, or bytes that are no text. `words`: names
 * that the server knows.
 */
export function hostileBody(
  words: readonly string[],
  right: fc.Arbitrary<unknown>,
): fc.Arbitrary<HostileBody> {
  const value = hostileValue(words);
  const almost = fc
    .tuple(
      right,
      fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }),
      fc.oneof(
        { weight: 3, arbitrary: hostileText },
        { weight: 2, arbitrary: scalar },
        { weight: 1, arbitrary: value },
      ),
    )
    .map(([body, way, foreign]) => changed(body, way, foreign));
  const json = fc
    .oneof(
      { weight: 1, arbitrary: value },
      { weight: 5, arbitrary: almost },
      { weight: 4, arbitrary: right },
    )
    .map((it) => JSON.stringify(it));
  const text = fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 2, arbitrary: fc.tuple(json, fc.nat(50)).map(([it, n]) => it.slice(0, n)) },
    { weight: 2, arbitrary: hostileText },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        deep(9_000, '[', ']'),
        deep(9_000, '{"a":', '}'),
        '{"__proto__":{"hostile":1}}',
        '{"constructor":{"prototype":{"hostile":1}}}',
        '{"a":1e999999}',
        '{"a":1,"a":2}',
        '\ufeff{}',
      ),
    },
  );
  const bytes = fc.oneof(
    { weight: 10, arbitrary: text.map((it) => Buffer.from(it)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((it) => Buffer.from(it)) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 60 })
        .map((it) => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...it])),
    },
  );
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    { weight: 2, arbitrary: fc.constantFrom(...types) },
  );
  return fc.record({ type, bytes });
}

import { expect, it } from 'vitest';
import { formatTraceparent, newTrace, parseTraceparent } from './traceparent.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

it('reads what W3C Trace Context says', () => {
  const context = { traceId: trace, spanId: span, sampled: true };
  expect(parseTraceparent(`00-${trace}-${span}-01`)).toEqual(context);
  expect(parseTraceparent(`00-${trace}-${span}-00`)).toEqual({ ...context, sampled: false });
  expect(parseTraceparent(`00-${trace}-${span}-03`)).toEqual(context);
  // What this version knows is also read from a header of a newer one.
  expect(parseTraceparent(`01-${trace}-${span}-01-more`)).toEqual(context);
});

it.each([
  undefined,
  '',
  `00-${trace}-${span}`,
  `00-${trace}-${span}-01-more`,
  `ff-${trace}-${span}-01`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
])('takes %j for none', (header) => {
  expect(parseTraceparent(header)).toBeNull();
});

it('writes what it reads', () => {
  const made = newTrace();
  expect(parseTraceparent(formatTraceparent(made))).toEqual(made);
  expect(newTrace().traceId).not.toBe(made.traceId);
});

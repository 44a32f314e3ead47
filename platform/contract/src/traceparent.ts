/** Where something stands in a trace, as W3C Trace Context has it. */
export interface TraceContext {
  /** 32 hexadecimal digits, the same for all that one navigation causes. */
  readonly traceId: string;
  /** 16 hexadecimal digits: what caused it. */
  readonly spanId: string;
  /** Whether it is recorded. */
  readonly sampled: boolean;
}

/** The header `traceparent`; null: there is none, or it is not valid. */
export function parseTraceparent(header: unknown): TraceContext | null {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(String(header)) ??
    [];
  // Version ff is forbidden; 00 has four fields.
  if (version === undefined || version === 'ff') return null;
  if (version === '00' && String(header).length !== 55) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header by which a call says what caused it. */
export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/** The beginning of a trace. Whether it is recorded, servers decide. */
export function newTrace(): TraceContext {
  return { traceId: randomHex(16), spanId: randomHex(8), sampled: false };
}

/** So many random bytes, as hexadecimal digits; in pages that are not secure too, which have no `randomUUID`. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

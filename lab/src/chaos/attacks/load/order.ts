import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * What a hostile client does to one port of this machine, over connections that are opened again
 * whenever they are closed. It sends `send` on each; `{n}` in it is a number that never comes twice.
 */
export const loadSchema = v.object({
  port: count,
  /** Connections in all, spread over the addresses 127.0.0.2 and following. */
  connections: count,
  addresses: v.pipe(count, v.minValue(1), v.maxValue(64)),
  send: v.string(),
  /**
   * `wait`: reads what comes and says no more. `again`: sends again once it is answered. `unread`:
   * sends 400 times and reads nothing. `drip`: sends one more byte a second. `sip`: reads one piece
   * a second.
   */
  next: v.picklist(['wait', 'again', 'unread', 'drip', 'sip']),
});
export type Load = v.InferOutput<typeof loadSchema>;

export const orderSchema = v.object({
  loads: v.array(loadSchema),
  seconds: v.number(),
  /** Connections that it opens every 10 milliseconds. */
  opens: count,
});

/** What a load met with. */
export const loadReportSchema = v.object({
  /** Connections that were open at once, at most. */
  maxOpen: count,
  /** Connections that were closed or refused. */
  lost: count,
  /** Answers by status. */
  answers: v.record(v.string(), count),
});
export type LoadReport = v.InferOutput<typeof loadReportSchema>;

import * as v from 'valibot';

/** What a process that asks for lists is told. */
export const loadSettings = v.object({
  port: v.number(),
  token: v.string(),
  /** The requests, asked in turn. */
  bodies: v.array(v.object({ path: v.string(), body: v.string() })),
  seconds: v.number(),
  /** Connections. */
  lanes: v.number(),
  /** Requests a second; absent: as many as are answered. */
  rate: v.optional(v.number()),
});
export type LoadSettings = v.InferOutput<typeof loadSettings>;

/** What it saw. */
export const loadReport = v.object({
  /** Milliseconds until each answer, from the moment when its request was due. */
  times: v.array(v.number()),
  seconds: v.number(),
  /** How often each status came; 0 is a connection that was lost. */
  statuses: v.record(v.string(), v.number()),
});
export type LoadReport = v.InferOutput<typeof loadReport>;

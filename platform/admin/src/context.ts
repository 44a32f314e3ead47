import type { Metrics } from '@tallystick/guard/metrics/metrics';
import type { SlotLimits } from '@tallystick/guard/slots';
import type { Registry } from '@tallystick/registry/registry';
import type { Sites } from '@tallystick/settings/sites';
import type { Authentication } from './authentication.ts';
import type { ConsoleSessions } from './console-sessions.ts';

/** What the calls of one admin API share; each takes what it needs. */
export interface Context {
  registry: Registry;
  authentication: Authentication;
  sessions: ConsoleSessions;
  /** Absent: nothing is measured. */
  metrics?: Metrics | undefined;
  /** Where browsers reach the console, such as `http://localhost:4300`. */
  origins: readonly string[];
  /** Where browsers reach the site of each channel. */
  sites: Sites;
  /** How many readers of events there may be. */
  slots: SlotLimits;
  /** Milliseconds from one event, and one heartbeat, to the next; absent: one second, 15 seconds. */
  pace?: { events: number; heartbeats: number } | undefined;
}

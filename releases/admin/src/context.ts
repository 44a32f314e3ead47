import type { Metrics } from '@tallystick/guard/metrics/metrics';
import type { SlotLimits } from '@tallystick/guard/slots';
import type { Registry } from '@tallystick/registry/registry';
import type { Authentication } from './authentication.ts';
import type { ConsoleSessions } from './console-sessions.ts';

/** What the calls of one admin API share; each takes what it needs. */
export interface Context {
  registry: Registry;
  authentication: Authentication;
  sessions: ConsoleSessions;
  metrics?: Metrics | undefined;
  /** Whom an ID token may be for: addresses of the console. */
  audiences: readonly string[];
  /** Where browsers reach the console. */
  consoleOrigin: string;
  /** Where browsers reach the site. */
  siteOrigin: string;
  /** Of readers of events. */
  slots: SlotLimits;
  /** Milliseconds from one event to the next, and from one heartbeat to the next. */
  pace?: { events: number; heartbeats: number } | undefined;
}

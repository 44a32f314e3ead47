import { tellCaller } from '@tallystick/guard/caller';
import { type CountMiss, limitClients } from '@tallystick/guard/limits';
import type { Metrics } from '@tallystick/guard/metrics/metrics';
import { turnAwayUnderPressure } from '@tallystick/guard/pressure';
import { countRefusals } from '@tallystick/guard/refuse';
import { traceRequests } from '@tallystick/guard/traces/trace-requests';
import type { Tracing } from '@tallystick/guard/traces/tracing';
import type { FastifyInstance } from 'fastify';
import { tellTrace } from '../page/trace-entry.ts';
import { policyReportsPath } from '../policy/policy-reports.ts';

interface SiteGuards {
  /** Whether search engines may find the site. */
  indexed: boolean;
  /** Absent: nothing is measured. */
  metrics: Metrics | undefined;
  /** Absent: nothing is recorded of traces. */
  tracing: Tracing | undefined;
  /** Requests a minute of one client. */
  perAddress: number;
  /** Milliseconds by which the event loop may lag. */
  lag: number | undefined;
  log(line: string): void;
}

/** Has each request traced, measured and limited before any route of the site handles it. */
export function guardSite(
  server: FastifyInstance,
  { indexed, metrics, tracing, perAddress, lag, log }: SiteGuards,
): CountMiss {
  if (!indexed) {
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex');
    });
  }
  traceRequests(server, tracing);
  if (tracing !== undefined) tellTrace(server);
  metrics?.observe(server, 'site');
  // Files that exist are immutable, come from memory and are cached by browsers, so they cost little.
  const spared = ['/artifacts/'];
  const apart = ['/releases/reports', '/releases/tickets', policyReportsPath];
  const countMiss = limitClients(server, { perAddress, spared, apart });
  tellCaller(server);
  countRefusals(server, log);
  turnAwayUnderPressure(server, lag);
  return countMiss;
}

import { tellCaller } from '@tallystick/guard/caller';
import { type CountMiss, limitClients } from '@tallystick/guard/limits';
import { logRequests } from '@tallystick/guard/log/log-requests';
import type { Metrics } from '@tallystick/guard/metrics/metrics';
import { turnAwayUnderPressure } from '@tallystick/guard/pressure';
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
}

/** Has each request traced, measured and limited before any route of the site handles it. */
export function guardSite(
  server: FastifyInstance,
  { indexed, metrics, tracing, perAddress, lag }: SiteGuards,
): CountMiss {
  if (!indexed) {
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex');
    });
  }
  traceRequests(server, tracing);
  // Files that exist are immutable, come from memory and are cached by browsers, so they cost little.
  const spared = ['/artifacts/'];
  logRequests(server, spared);
  if (tracing !== undefined) tellTrace(server);
  metrics?.observe(server, 'site');
  const apart = ['/releases/reports', '/releases/tickets', '/releases/runs', policyReportsPath];
  const countMiss = limitClients(server, { perAddress, spared, apart });
  tellCaller(server);
  turnAwayUnderPressure(server, lag);
  return countMiss;
}

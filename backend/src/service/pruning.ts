import { repeat } from '@tallystick/store/repeat';
import type { FastifyInstance } from 'fastify';

const everyMs = 60_000;

/**
 * Lets each part delete what is no longer needed, now and every minute until the service ends, so that no request
 * has to.
 */
export function startPruning(
  app: FastifyInstance,
  ...parts: readonly { prune(): Promise<void> }[]
): void {
  const end = repeat(everyMs, async () => {
    for (const part of parts) await part.prune().catch(() => {});
  });
  app.addHook('onClose', end);
}

import { type RequestListener, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';
import { boundConnections, type Connections } from './connections.ts';
import type { Turns } from './turns.ts';

export interface GracefulServerLimits extends ConnectionLimits {
  /** Milliseconds in which a request must have arrived, body and all. */
  requestTimeout: number;
  /** Milliseconds for which a connection is kept on which no request comes. */
  keepAliveTimeout: number;
  /** Milliseconds without a request after which a closing server ends a connection. */
  idleGrace: number;
  /** Milliseconds that requests under way may then take. */
  drainTimeout: number;
}

/** Milliseconds between two checks for requests that are too slow. */
const checkEveryMs = 100;

/**
 * A server with a limit for everything that a client can delay. Its `close` lets answers finish: Node's own closes
 * connections whose last bytes, or whose next request, are still in transit.
 */
export class GracefulServer extends Server {
  readonly #limits: GracefulServerLimits;
  readonly bounded: Connections;

  /** @param proxies addresses and networks of our own proxies, which do not count as clients */
  constructor(
    handler: RequestListener,
    limits: GracefulServerLimits,
    proxies: readonly string[],
    turns: Turns,
  ) {
    const headersTimeout = Math.min(limits.headersTimeout, limits.requestTimeout);
    super({
      headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      // All late requests are refused in one go: with frequent checks, these are few.
      connectionsCheckingInterval: checkEveryMs,
    });
    this.#limits = limits;
    this.bounded = boundConnections(this, { ...limits, headersTimeout }, proxies, turns);
    this.on('request', (request, response) => {
      this.bounded.begin(request, response, () => handler(request, response));
    });
  }

  /**
   * Answers what comes on open connections until they are quiet, and then accepts no new ones. It ends when
   * the last request is answered, or has taken too long.
   */
  override close(done?: (error?: Error) => void): this {
    const { idleGrace, drainTimeout } = this.#limits;
    const timer = setTimeout(() => this.bounded.closeAll(), idleGrace + drainTimeout);
    void this.bounded.drain(idleGrace).then(async (endDrain) => {
      const error = await closeListener(this);
      clearTimeout(timer);
      endDrain();
      // No connection is left: this ends Node's own checks.
      super.close();
      done?.(error);
    });
    return this;
  }
}

/** Resolves when the last of its connections has ended; with an error if it did not listen. */
function closeListener(listener: NetServer): Promise<Error | undefined> {
  return new Promise((resolve) => NetServer.prototype.close.call(listener, resolve));
}

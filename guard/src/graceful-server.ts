import { type RequestListener, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { boundConnections, type ConnectionLimits, type Connections } from './connections.ts';

export interface GracefulServerLimits extends ConnectionLimits {
  /** Milliseconds in which the head of a request must have arrived. */
  headersTimeout: number;
  /** Milliseconds in which a request must have arrived, body and all. */
  requestTimeout: number;
  /** Milliseconds for which a connection is kept on which no request comes. */
  keepAliveTimeout: number;
  /** Milliseconds without a request after which a closing server ends a connection. */
  idleGrace: number;
  /** Milliseconds that requests under way may then take. */
  drainTimeout: number;
}

/**
 * A server that waits for nobody for ever, and whose `close` cuts no answer. Node's own ends connections
 * at once whose last bytes, or whose next request, are still on their way.
 */
export class GracefulServer extends Server {
  readonly #limits: GracefulServerLimits;
  readonly #held: Connections;

  /** @param proxies addresses and networks of proxies of ours, which are no clients */
  constructor(handler: RequestListener, limits: GracefulServerLimits, proxies: readonly string[]) {
    const headersTimeout = Math.min(limits.headersTimeout, limits.requestTimeout);
    super(
      {
        headersTimeout,
        requestTimeout: limits.requestTimeout,
        keepAliveTimeout: limits.keepAliveTimeout,
        connectionsCheckingInterval: Math.ceil(headersTimeout / 6),
      },
      handler,
    );
    this.#limits = limits;
    this.#held = boundConnections(this, limits, proxies);
  }

  /** Whether an answer has begun on this connection, so that nothing else can be written to it. */
  isAnswering(socket: Socket): boolean {
    return this.#held.isAnswering(socket);
  }

  /**
   * Answers what comes on open connections until they are quiet, then takes no new ones, and ends when
   * the last request is answered, or has taken too long.
   */
  override close(done?: (error?: Error) => void): this {
    const { idleGrace, drainTimeout } = this.#limits;
    const timer = setTimeout(() => this.closeAllConnections(), idleGrace + drainTimeout);
    this.once('close', () => {
      clearTimeout(timer);
      // There are no connections any more: this ends Node's looking after them.
      super.close();
    });
    void this.#held.drain(idleGrace).then(() => NetServer.prototype.close.call(this, done));
    return this;
  }
}

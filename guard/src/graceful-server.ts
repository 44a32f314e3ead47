import { once } from 'node:events';
import { type RequestListener, Server } from 'node:http';
import { type ListenOptions, Server as NetServer, type Socket } from 'node:net';
import { boundConnections, type ConnectionLimits, type Connections } from './connections.ts';
import type { Turns } from './turns.ts';

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

/** Milliseconds after which it is looked again for requests that come too slowly. */
const lookEvery = 100;

/**
 * A server that waits for nobody for ever, and whose `close` cuts no answer. Node's own ends connections
 * at once whose last bytes, or whose next request, are still on their way.
 */
export class GracefulServer extends Server {
  readonly #limits: GracefulServerLimits;
  readonly #held: Connections;
  /** Listeners beside this one. */
  readonly #more: NetServer[] = [];

  /** @param proxies addresses and networks of proxies of ours, which are no clients */
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
      // Those that are late are refused all at once: few, if it is looked often.
      connectionsCheckingInterval: lookEvery,
    });
    this.#limits = limits;
    this.#held = boundConnections(this, limits, proxies, turns);
    this.on('request', (request, response) => {
      if (this.#held.begin(request, response)) handler(request, response);
    });
  }

  /**
   * Calls `run` when it is the turn of a request of this connection; never if that ends before. False: it
   * is no connection of this server.
   */
  enter(socket: Socket, client: string, run: () => void): boolean {
    return this.#held.enter(socket, client, run);
  }

  /** Opens so many listeners more, where this one listens; `options` must say that the port is shared. */
  async listenMore(count: number, options: ListenOptions): Promise<void> {
    while (this.#more.length < count) {
      const more = new NetServer((socket) => this.emit('connection', socket));
      more.on('error', () => {});
      this.#more.push(more);
      more.listen(options);
      await once(more, 'listening');
    }
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
    void this.#held.drain(idleGrace).then(async () => {
      const listeners: NetServer[] = [this, ...this.#more];
      const [error] = await Promise.all(listeners.map(closeListener));
      clearTimeout(timer);
      // There are no connections any more: this ends Node's looking after them.
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

import { subscribe, unsubscribe } from 'node:diagnostics_channel';

export interface Route {
  method: string;
  /** As the server declares it, with `:name` and `*` for any text. */
  path: string;
}

/** What a fastify server tells of a route that is declared. */
interface Declared {
  method: string | string[];
  url: string;
}

interface Fastify {
  addHook(name: 'onRoute', hook: (route: Declared) => void): unknown;
}

/**
 * Every route of the fastify servers that `open` makes, as they are declared: a new one is among them
 * by itself. HEAD is left out; it is answered by the same code as GET.
 */
export async function routesOf<T>(open: () => Promise<T>): Promise<{ made: T; routes: Route[] }> {
  const routes: Route[] = [];
  const listen = (message: unknown) => {
    if (!isFastify(message)) return;
    message.fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) {
        if (each !== 'HEAD') routes.push({ method: each, path: url });
      }
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { made: await open(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}

function isFastify(message: unknown): message is { fastify: Fastify } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'fastify' in message &&
    typeof message.fastify === 'object' &&
    message.fastify !== null &&
    'addHook' in message.fastify
  );
}

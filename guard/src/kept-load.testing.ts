import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds for which a client may stand still: a server that stops ends a connection that rests for a second. */
const maxPause = 800;

export interface Asking {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** Clients each of which keeps one connection, and asks again as soon as it is answered. */
export interface KeptLoad {
  /** Answers so far. */
  answered(): number;
  /**
   * Resolves when every client was told that its connection ends: what was cut, by error code. Nothing, if the clients
   * themselves stood still for so long that the server ended connections as idle.
   */
  ended: Promise<string[]>;
}

export function startKeptLoad(url: string, clients: number, asking: Asking = {}): KeptLoad {
  let answered = 0;
  const cut: string[] = [];
  const pauses = monitorEventLoopDelay();
  pauses.enable();

  /** One request: whether another may follow on its connection. */
  function ask(agent: Agent): Promise<boolean> {
    const { body, method = 'GET', headers = {} } = asking;
    return new Promise((resolve) => {
      const failed = (error: Error & { code?: string }) => {
        const stoodStill = pauses.max / 1e6 > maxPause;
        if (error.code !== 'ECONNREFUSED' && !stoodStill) cut.push(error.code ?? error.message);
        resolve(false);
      };
      request(url, { agent, method, headers }, (response) => {
        response
          .on('error', failed)
          .on('end', () => {
            answered += 1;
            resolve(response.headers.connection !== 'close');
          })
          .resume();
      })
        .on('error', failed)
        .end(body);
    });
  }

  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (await ask(agent));
    agent.destroy();
  }

  const all = Promise.all(Array.from({ length: clients }, client));
  return { answered: () => answered, ended: all.then(() => cut) };
}

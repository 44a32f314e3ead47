import { Agent, request } from 'node:http';

/** Milliseconds for which clients may stand still: a server that stops ends a connection that rests for a second. */
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
   * Resolves when every client was told that its connection ends: what was cut, by error code. A connection that ended
   * between two requests, while the clients themselves stood still, was not cut: it was idle.
   */
  ended: Promise<string[]>;
}

export function startKeptLoad(url: string, clients: number, asking: Asking = {}): KeptLoad {
  let answered = 0;
  const cut: string[] = [];
  let turn = performance.now();
  let stoodStill = Number.NEGATIVE_INFINITY;
  const turns = setInterval(() => {
    const now = performance.now();
    if (now - turn > maxPause) stoodStill = now;
    turn = now;
  }, 20);

  /** One request: whether another may follow on its connection. */
  function ask(agent: Agent): Promise<boolean> {
    const { body, method = 'GET', headers = {} } = asking;
    return new Promise((resolve) => {
      const failed = (error: Error & { code?: string }) => {
        cut.push(error.code ?? error.message);
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
        .on('error', (error: Error & { code?: string }) => {
          const wasIdle = error.code === 'ECONNRESET' && performance.now() - stoodStill < maxPause;
          if (error.code === 'ECONNREFUSED' || wasIdle) resolve(false);
          else failed(error);
        })
        .end(body);
    });
  }

  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (await ask(agent));
    agent.destroy();
  }

  const all = Promise.all(Array.from({ length: clients }, client));
  const ended = all.then(() => {
    clearInterval(turns);
    return cut;
  });
  return { answered: () => answered, ended };
}

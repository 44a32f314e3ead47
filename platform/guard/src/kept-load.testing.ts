import { Agent, request } from 'node:http';

/** Milliseconds after which a server that stops may end a connection on which no request came. */
const idleGrace = 1_000;

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
   * Resolves when every client was told that its connection ends; with the error codes of those that were cut. A client
   * that sends its next request later than the idle grace was not cut: it came late itself.
   */
  ended: Promise<string[]>;
}

export function startKeptLoad(url: string, clients: number, asking: Asking = {}): KeptLoad {
  const { body, method = 'GET', headers = {} } = asking;
  let answered = 0;
  const cut: string[] = [];

  /** One request, after one that was begun at `before`: whether another may follow on its connection. */
  function ask(agent: Agent, before: number): Promise<boolean> {
    return new Promise((resolve) => {
      let sentAt = Number.POSITIVE_INFINITY;
      const failed = (error: Error & { code?: string }) => {
        // The answer before came later than its request, so the connection has been idle for less than this.
        const wasIdle = error.code === 'ECONNRESET' && sentAt - before >= idleGrace;
        if (error.code !== 'ECONNREFUSED' && !wasIdle) cut.push(error.code ?? error.message);
        resolve(false);
      };
      request(url, { agent, method, headers }, (response) => {
        sentAt = before;
        response
          .on('error', failed)
          .on('end', () => {
            answered += 1;
            resolve(response.headers.connection !== 'close');
          })
          .resume();
      })
        .on('finish', () => {
          sentAt = performance.now();
        })
        .on('error', failed)
        .end(body);
    });
  }

  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let before = performance.now();
    let begun = before;
    while (await ask(agent, before)) [before, begun] = [begun, performance.now()];
    agent.destroy();
  }

  const ended = Promise.all(Array.from({ length: clients }, client)).then(() => cut);
  return { answered: () => answered, ended };
}

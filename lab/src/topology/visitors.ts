import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { credential } from '../http/ledger-call.ts';
import { hosts } from './proxy.ts';

/** A request that did not get the answer that it should. */
export interface Failure {
  /** Milliseconds since the machine started. */
  at: number;
  what: string;
}

const list = JSON.stringify({ data: { index: 1, items: 10 } });
const search = JSON.stringify({ data: { index: 1, items: 10, filters: { search: 'university' } } });
const json = { ...credential, 'content-type': 'application/json' };
const asked = [
  { host: hosts.site, method: 'GET', path: '/', headers: { accept: 'text/html' } },
  { host: hosts.ledger, method: 'POST', path: '/transfers/list/latest', headers: json, body: list },
  { host: hosts.ledger, method: 'POST', path: '/transfers/list/data', headers: json, body: list },
  { host: hosts.site, method: 'GET', path: '/transfers', headers: { accept: 'text/html' } },
  { host: hosts.ledger, method: 'POST', path: '/assets/list/data', headers: json, body: search },
] as const;

/** So many visitors who ask for pages and lists through the proxy, each one request after the other, and never twice. */
export function startVisitors(count: number, port: number, certificate: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: count, ca: certificate });
  const failures: Failure[] = [];
  let answered = 0;
  let slowest = 0;
  let goes = true;
  const ask = (what: (typeof asked)[number]) =>
    new Promise<string | null>((resolve) => {
      const { host, method, path, headers } = what;
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          servername: host,
          port,
          method,
          path,
          headers: { ...headers, host: `${host}:${port}` },
          timeout: 15_000,
        },
        (answer) => {
          const { statusCode } = answer;
          answer
            .on('error', (error) => resolve(`${path}: ${error.message}`))
            .on('end', () => resolve(statusCode === 200 ? null : `${path}: ${statusCode}`))
            .resume();
        },
      );
      sent
        .on('timeout', () => sent.destroy(new Error('no answer in 15 s')))
        .on('error', (error) => resolve(`${path}: ${error.message}`));
      sent.end('body' in what ? what.body : undefined);
    });
  const running = Array.from({ length: count }, async (_, visitor) => {
    for (let n = visitor; goes; n += 1) {
      const what = asked[n % asked.length] ?? asked[0];
      const begun = performance.now();
      const problem = await ask(what);
      slowest = Math.max(slowest, performance.now() - begun);
      if (problem === null) answered += 1;
      else {
        failures.push({ at: performance.now(), what: problem });
        await wait(20);
      }
    }
  });
  return {
    /** Requests that were answered so far. */
    answered: () => answered,
    failures,
    /** Milliseconds of the slowest answer since it was asked last. */
    slowest() {
      const most = slowest;
      slowest = 0;
      return most;
    },
    stop: async () => {
      goes = false;
      await Promise.all(running);
      agent.destroy();
    },
  };
}

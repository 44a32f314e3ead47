import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { eventMessages } from '../http/event-messages.ts';
import { logInBody, logInPath, logInSchema, watchPath } from '../http/live-calls.ts';
import { hosts } from './proxy.ts';

const number = /"_data":"(\d+)"/g;

/** Readers of the live feed through the proxy; who is cut off goes on with the number of the last event. */
export function startLiveReaders(count: number, port: number, certificate: string) {
  const agent = new Agent({ ca: certificate });
  const place: RequestOptions = { agent, host: '127.0.0.1', servername: hosts.ledger, port };
  const host = `${hosts.ledger}:${port}`;
  const stopping = new AbortController();
  const { signal } = stopping;
  const newest: (number | null)[] = Array.from({ length: count }, () => null);
  const wrong: string[] = [];
  let connections = 0;

  async function logIn(): Promise<string> {
    const headers = { host, 'content-type': 'application/json' };
    const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      request({ ...place, method: 'POST', path: logInPath, headers, signal }, resolve)
        .on('error', reject)
        .end(logInBody);
    });
    return v.parse(logInSchema, JSON.parse(await text(answer))).access_token;
  }

  /** Reads one stream to its end. */
  async function read(reader: number): Promise<void> {
    const since = newest[reader];
    const filter = since === null || since === undefined ? {} : { _since: String(since) };
    const path = watchPath({ ...filter, _position: true });
    const headers = { host, authorization: `Bearer ${await logIn()}` };
    connections += 1;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ ...place, path, headers, signal }, resolve)
        .on('error', reject)
        .end();
    });
    for await (const message of eventMessages(answer.setEncoding('utf8'))) take(reader, message);
  }

  function take(reader: number, message: string): void {
    if (message.includes('event: error')) wrong.push(`reader ${reader}: ${message}`);
    for (const [, digits] of message.matchAll(number)) {
      const sequence = Number(digits);
      const before = newest[reader] ?? null;
      const isPosition = message.includes('"operationType":"position"');
      if (!isPosition && before !== null && sequence !== before + 1) {
        wrong.push(`reader ${reader}: ${sequence} after ${before}`);
      }
      if (!isPosition || before === null) newest[reader] = sequence;
    }
  }

  const running = newest.map(async (_, reader) => {
    while (!signal.aborted) {
      await read(reader).catch(() => {});
      await wait(200, undefined, { signal }).catch(() => {});
    }
  });
  return {
    /** The newest event of the reader who is furthest behind. */
    slowest: () => Math.min(...newest.map((sequence) => sequence ?? 0)),
    /** Events that came twice, late, or after a gap. */
    wrong,
    /** How often somebody had to connect again. */
    connections: () => connections,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
      agent.destroy();
    },
  };
}

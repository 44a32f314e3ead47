import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { freePorts, listenAnywhere } from '@tallystick/store/free-ports.testing';
import { expect, it, onTestFinished } from 'vitest';
import { call } from '../../../http/call.ts';
import { startFront } from './front.ts';
import { frontNames } from './front-text.ts';

const paths = { haproxy: '/usr/sbin/haproxy', nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' };

/** A server that says which one it is, and for whom it was asked. */
async function named(name: string): Promise<number> {
  const server = createServer(({ headers, url }, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    answer.write(`${name} for ${headers['x-forwarded-for']}`);
    // A stream that goes on.
    if (url !== '/stream') answer.end();
  });
  onTestFinished(() => server.closeAllConnections());
  return await listenAnywhere(server);
}

/** The first that comes of an answer, which may go on. */
async function firstOf(url: string): Promise<string> {
  const { body } = await fetch(url);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ?? '';
}

it.each(frontNames.filter((name) => existsSync(paths[name])))(
  '%s leads to each server with its file of deploy/, says who asks, and holds back no stream',
  async (name) => {
    const [site = 0, ledger = 0, admin = 0, unused = 0] = await freePorts(4);
    const servers = {
      site: await named('site'),
      ledger: await named('ledger'),
      admin: await named('admin'),
    };
    const front = await startFront(name, { front: { site, ledger, admin }, unused, servers });
    onTestFinished(front.close);
    const from = '127.0.0.7';
    const answers = await Promise.all(
      [site, ledger, admin].map((port) => call(`http://127.0.0.1:${port}/`, { from })),
    );
    expect(answers.map(({ text }) => text)).toEqual([
      'site for 127.0.0.7',
      'ledger for 127.0.0.7',
      'admin for 127.0.0.7',
    ]);
    expect(await firstOf(`http://127.0.0.1:${site}/stream`)).toBe('site for 127.0.0.1');
    expect(await firstOf(`http://127.0.0.1:${ledger}/stream`)).toBe('ledger for 127.0.0.1');
    expect(front.hasEnded()).toBe(false);
  },
);

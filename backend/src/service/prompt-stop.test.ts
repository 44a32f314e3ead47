import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { stopPromptly } from './prompt-stop.ts';

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('stopping with open connections', () => {
  it('waits for an answer under way, and for no connection', async () => {
    const app = Fastify();
    stopPromptly(app);
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      app.get('/', () => {
        resolve();
        return new Promise((done) => {
          answer = () => done({ answered: true });
        });
      });
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const port = portOf(app.server.address());
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {}).resume();
    await once(silent, 'connect');
    const response = fetch(`http://127.0.0.1:${port}/`);
    await asked;

    const closed = app.close();
    await once(silent, 'close');
    answer();
    expect(await (await response).json()).toEqual({ answered: true });
    await closed;
  });
});

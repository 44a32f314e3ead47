import { createServer, Server } from 'node:net';
import { freePort, listenAnywhere } from '@tallystick/store/free-ports.testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkPorts } from './ports.ts';

const server = createServer();
let used = 0;
beforeEach(async () => {
  used = await listenAnywhere(server);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

describe('checkPorts', () => {
  it('names the port in use and its variable', async () => {
    expect(await checkPorts([{ variable: 'SITE_PORT', port: used }])).toEqual({
      ok: false,
      problem: `Port ${used} is in use; end the program that uses it, or set SITE_PORT to another port.`,
    });
  });

  it('names two variables that want the same port', async () => {
    const port = await freePort();
    const wanted = ['SITE_PORT', 'BACKEND_PORT'].map((variable) => ({ variable, port }));
    expect(await checkPorts(wanted)).toEqual({
      ok: false,
      problem: `SITE_PORT and BACKEND_PORT both say ${port}; give each a port of its own.`,
    });
  });

  it('leaves to the server what else keeps it from listening, such as a port of root', async () => {
    const refused = { syscall: 'listen', code: 'EACCES' };
    vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
      queueMicrotask(() => this.emit('error', Object.assign(new Error('no'), refused)));
      return this;
    });
    expect(await checkPorts([{ variable: 'SITE_PORT', port: 80 }])).toEqual({ ok: true });
  });

  it('is content with free ports', async () => {
    expect(await checkPorts([{ variable: 'SITE_PORT', port: await freePort() }])).toEqual({
      ok: true,
    });
  });
});

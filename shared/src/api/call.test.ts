import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { callService } from './call.ts';
import { type Heard, reply, startLocalService } from './local-service.testing.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function service(answer: (heard: Heard, response: ServerResponse) => void) {
  const local = await startLocalService(answer);
  ends.push(local.close);
  return local;
}

describe('callService', () => {
  it('posts data and service as JSON with the static credential', async () => {
    const { url, heard } = await service((_, response) => reply(response, 200, { data: {} }));
    await callService({ url, token: 'public-local' }, 'teams/details', {
      data: { user: 'otc-35' },
      srvc: 'issuer',
    });
    expect(heard).toMatchObject([
      {
        method: 'POST',
        path: '/teams/details',
        headers: { 'content-type': 'application/json', authorization: 'public-local' },
        body: { data: { user: 'otc-35' }, srvc: 'issuer' },
      },
    ]);
  });

  it('merges the status into a good answer', async () => {
    const { url } = await service((_, response) => reply(response, 201, { data: { name: 'Ann' } }));
    const result = await callService({ url, token: '' }, 'users/details', { data: {} });
    expect(result).toEqual({ code: 201, data: { name: 'Ann' } });
  });

  it('merges the status into an error answer', async () => {
    const { url } = await service((_, response) =>
      reply(response, 404, { code: 404, error: 'No such party.' }),
    );
    const result = await callService({ url, token: '' }, 'users/details', { data: {} });
    expect(result).toEqual({ code: 404, error: 'No such party.' });
  });

  it.each(['<html>Bad Gateway</html>', '[1,2]', '"text"', ''])(
    'says that an answer of %j cannot be read',
    async (text) => {
      const { url } = await service((_, response) => response.writeHead(502).end(text));
      const result = await callService({ url, token: '' }, 'users/details', { data: {} });
      expect(result).toEqual({
        code: 502,
        error: 'The ledger service gave an answer that cannot be read.',
      });
    },
  );

  it('is an error of code 0 when nobody listens', async () => {
    const { url, close } = await startLocalService(() => {});
    await close();
    const result = await callService({ url, token: '' }, 'users/details', { data: {} });
    expect(result).toEqual({ code: 0, error: 'The ledger service cannot be reached.' });
  });

  it('is an error of code 0 when the connection breaks in the middle of the answer', async () => {
    const { url } = await service((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data":', () => response.destroy());
    });
    const result = await callService({ url, token: '' }, 'users/details', { data: {} });
    expect(result).toEqual({ code: 0, error: 'The ledger service cannot be reached.' });
  });

  it('gives up when the time-out passes', async () => {
    const { url } = await service(() => {});
    const result = await callService({ url, token: '', timeout: 20 }, 'users/details', {
      data: {},
    });
    expect(result).toEqual({ code: 0, error: 'The ledger service took too long to answer.' });
  });

  it('gives up in time a call that the caller may abort, too', async () => {
    const { url } = await service(() => {});
    const staying = new AbortController();
    const late = { url, token: '', timeout: 20 };
    const result = await callService(late, 'users/details', { data: {} }, staying.signal);
    expect(result).toEqual({ code: 0, error: 'The ledger service took too long to answer.' });
  });

  it('rejects when the caller aborts', async () => {
    const leaving = new AbortController();
    const { url } = await service(() => leaving.abort());
    await expect(
      callService({ url, token: '' }, 'users/details', { data: {} }, leaving.signal),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});

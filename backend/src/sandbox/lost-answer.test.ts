import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import { openTestSandbox, sandboxToken } from './sandbox.testing.ts';
import { openStored } from './stored.testing.ts';

const attempt = '0123456789abcdef0123456789abcdef';

const openTestStore = testStores();
describe('a check whose connection is cut before the answer', () => {
  const stored = openStored(openTestStore);

  it('passes when it is made again, and for nobody else', async () => {
    const sandbox = await openTestSandbox(stored, { now: stored.now });
    const user = 'ann@example.org';
    const { trxn, code } = await sandbox.codeFor(user);
    const { port } = new URL(await sandbox.app.listen({ host: '127.0.0.1', port: 0 }));
    const arrived = new Promise<void>((resolve) => {
      sandbox.app.server.once('request', () => resolve());
    });
    const body = JSON.stringify({ data: { user, trxn, code, attempt } });
    const socket = connect(Number(port), '127.0.0.1');
    let answered = '';
    socket.on('data', (part) => {
      answered += part;
    });
    socket.write(
      [
        'POST /sandbox/code.check HTTP/1.1',
        'host: localhost',
        `authorization: ${sandboxToken}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
    await arrived;
    socket.destroy();
    const used = () => stored.db.selectFrom('code').select('used').execute();
    await expect.poll(used).toEqual([{ used: true }]);
    expect(answered).toBe('');

    const again = (more: object) =>
      sandbox.call('code.check', { user, trxn, code, attempt, ...more });
    expect(await again({ attempt: undefined })).toMatchObject({ status: 403 });
    expect(await again({ attempt: attempt.replace('0', '1') })).toMatchObject({ status: 403 });
    expect(await again({})).toMatchObject({ status: 200, body: { data: true } });
    expect(sandbox.log()).not.toContain(attempt);
    await sandbox.close();
  });
});

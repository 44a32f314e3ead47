import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openServer } from '@tallystick/e2e/src/house/server.ts';
import { freePort } from '@tallystick/store/free-ports.testing';
import { expect, it } from 'vitest';

it.each([
  ['ended, and started again', true],
  ['started again', false],
])('a server that somebody else has killed can be %s', async (_what, isEnded) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const code = `require('node:http').createServer((_, to) => to.end('here')).listen(${port}, '127.0.0.1')`;
  const children: ChildProcess[] = [];
  const server = openServer(() => {
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
    children.push(child);
    return child;
  }, url);
  await server.start();
  const [first] = children;
  first?.kill('SIGKILL');
  if (first !== undefined) await once(first, 'exit');
  if (isEnded) await server.kill();
  await server.start();
  expect(await (await fetch(url)).text()).toBe('here');
  await server.kill();
  expect(children).toHaveLength(2);
});

// @vitest-environment jsdom
import { createServer } from 'node:http';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyBrowser } from './browser.testing.ts';

vi.mock('firebase/auth', async () =>
  (await import('./firebase-for-browsers.testing.ts')).firebaseForBrowsers(),
);

/** The method of each call, with the `sub` of its bearer if it has one. */
const heard: string[] = [];
const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', 'http://localhost:3000');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-headers', 'authorization');
  response.setHeader('access-control-allow-methods', 'POST, DELETE');
  if (request.method !== 'OPTIONS') {
    const payload = request.headers.authorization?.split('.')[1] ?? '';
    const text = Buffer.from(payload, 'base64url').toString();
    heard.push(`${request.method} ${/"sub":"([^"]+)"/.exec(text)?.[1] ?? ''}`.trim());
  }
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const syncUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/session`;
const browser = emptyBrowser({ syncUrl });
beforeEach(() => {
  heard.length = 0;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const told = (...calls: string[]) =>
  vi.waitFor(() => expect(heard).toEqual(calls), { timeout: 60_000 });

describe('a server that wants to know who is signed in', () => {
  it('hears of signing in and of signing out', async () => {
    const { signIn, signOut, startSession } = await browser.openPage();
    await startSession();
    await signIn('ann@example.org');
    await told('POST user-1');
    await signOut();
    await told('POST user-1', 'DELETE');
  });

  it('hears of another user after the first', async () => {
    const { signIn } = await browser.openPage();
    await signIn('ann@example.org');
    await told('POST user-1');
    await signIn('bob@example.org');
    await vi.waitFor(() => expect(heard.at(-1)).toBe('POST user-2'), { timeout: 60_000 });
  });

  it('hears of signing out without the SDK', async () => {
    await browser.signedInBefore();
    await told('POST user-1');
    const { signOut } = await browser.openPage();
    await signOut();
    await told('POST user-1', 'DELETE');
  });

  it('hears that the provider no longer knows somebody', async () => {
    await browser.signedInBefore();
    await told('POST user-1');
    browser.service.forgetUsers();
    const { startSession } = await browser.openPage();
    await startSession();
    await told('POST user-1', 'DELETE');
  });

  it('does not hear of somebody who signed out before the provider answered', async () => {
    await browser.signedInBefore();
    await told('POST user-1');
    const { signOut } = await browser.openPageInSilence();
    const out = signOut();
    await browser.settled();
    await out;
    await told('POST user-1', 'DELETE');
  });

  it('hears nothing of visitors', async () => {
    const { startSession, signOut, signIn } = await browser.openPage();
    await startSession();
    await signOut();
    await signIn('ann@example.org');
    await told('POST user-1');
  });
});

import { connect } from 'node:net';
import { withChannels } from '@tallystick/registry/changed-registry.testing';
import { describe, expect, it } from 'vitest';
import { cookieOf } from '../browser.testing.ts';
import { openTestSite, type TestRegistry, type TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';
import { openTab } from './events.testing.ts';

let kept: TestRegistry;
let site: TestSite;
siteForEach(
  (...opened) => {
    [site, kept] = opened;
  },
  () => ({
    limits: { slots: { inAll: 3, perClient: 3, newcomers: 3 }, heartbeatMs: 50 },
  }),
);

const listen = () => site.server.listen({ host: '127.0.0.1', port: 0 });

describe('release events', () => {
  it('say the state at once, and again after each new revision, to all tabs', async () => {
    await site.release();
    const url = await listen();
    const tabs = await Promise.all([openTab(url), openTab(url)]);
    const [{ response }] = tabs;
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    for (const tab of tabs) {
      expect(await tab.next()).toEqual({ channel: site.channel, revision: 1, recalled: [] });
    }
    for (const revision of [2, 3]) {
      const build = await site.publish('mfe-note', { 'later.js': `${revision}` });
      await site.promote({ 'mfe-note': build });
      for (const tab of tabs) expect(await tab.next()).toMatchObject({ revision });
    }
    for (const tab of tabs) tab.leave();
  });

  it('are silent until the first release, and then tell it', async () => {
    const tab = await openTab(await listen());
    await site.release();
    expect(await tab.next()).toMatchObject({ revision: 1 });
    tab.leave();
  });

  it('end when the server does, at once', async () => {
    const url = await listen();
    const tab = await openTab(url);
    const ended = tab.ended();
    await site.server.close();
    await ended;
    await expect(fetch(url)).rejects.toThrow();
  });

  it('are for as many tabs as it can bear; one that leaves makes room', async () => {
    const url = await listen();
    const tabs = await Promise.all([openTab(url), openTab(url), openTab(url)]);
    const refused = await fetch(`${url}/releases/events`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.headers.get('connection')).toBe('close');
    await refused.body?.cancel();
    tabs[0]?.leave();
    await expect
      .poll(async () => {
        const tab = await openTab(url);
        tab.leave();
        return tab.response.status;
      })
      .toBe(200);
    for (const tab of tabs) tab.leave();
  });

  it('have slots for tabs that were here before, whatever number of newcomers takes the others', async () => {
    let ahead = 0;
    const slots = { inAll: 4, perClient: 4, newcomers: 2 };
    const own = await openTestSite(kept, { limits: { slots }, now: () => Date.now() + ahead });
    await own.release();
    const cookie = cookieOf(await own.get('/'));
    const url = await own.server.listen({ host: '127.0.0.1', port: 0 });
    const flood = await Promise.all([openTab(url), openTab(url)]);
    // A browser that has come just now may be one of the flood.
    expect((await openTab(url, cookie)).response.status).toBe(503);
    ahead = 120_000;
    const tab = await openTab(url, cookie);
    expect((await openTab(url)).response.status).toBe(503);
    expect(await tab.next()).toMatchObject({ revision: 1 });
    await own.promote({ 'mfe-note': await own.publish('mfe-note', { 'later.js': 'two' }) });
    expect(await tab.next()).toMatchObject({ revision: 2 });
    for (const one of [tab, ...flood]) one.leave();
    await own.server.close();
  });

  it('ask the registry nothing for a tab that gets no slot', async () => {
    let asked = 0;
    const registry = {
      ...withChannels(kept.registry, ({ current }) => ({
        current: () => {
          asked += 1;
          return current();
        },
      })),
      // News of the release, which come when they come, ask as well.
      onChange: () => () => {},
    };
    const slots = { inAll: 1, perClient: 1, newcomers: 1 };
    const own = await openTestSite(kept, { registry, limits: { slots, heartbeatMs: 600_000 } });
    await own.release();
    const url = await own.server.listen({ host: '127.0.0.1', port: 0 });
    const tab = await openTab(url);
    expect(await tab.next()).toMatchObject({ revision: 1 });
    const before = asked;
    // One after the other: of many at once, connections of a client that is refused may be closed unread.
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await fetch(`${url}/releases/events`)).status).toBe(503);
    }
    expect(asked).toBe(before);
    tab.leave();
    await own.server.close();
  });

  it('keep no room for who has left before they began', async () => {
    const url = await listen();
    for (let turn = 0; turn < 20; turn += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET /releases/events HTTP/1.1\r\nhost: x\r\n\r\n', () => socket.destroy());
    }
    await expect
      .poll(async () => {
        const tabs = await Promise.all([openTab(url), openTab(url), openTab(url)]);
        for (const tab of tabs) tab.leave();
        return tabs.map(({ response }) => response.status);
      })
      .toEqual([200, 200, 200]);
  });

  it('have no head', async () => {
    const { statusCode } = await site.server.inject({ method: 'HEAD', url: '/releases/events' });
    expect(statusCode).toBe(404);
  });
});

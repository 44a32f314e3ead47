import { describe, expect, it, vi } from 'vitest';
import type { ReleaseInUse } from './release-in-use.ts';
import { createRouterBridge, type RouterEvents } from './router-bridge.ts';

const release = (revision: number): ReleaseInUse => ({
  channel: 'production',
  revision,
  shell: { name: 'shell', build: '1.0.0-000000000000' },
  remotes: [],
});
const at = (path: string) => new URL(path, 'https://site.test');
const shown = { part: null, revision: 1, failed: false };

function open() {
  const bridge = createRouterBridge(() => release(1));
  const heard: unknown[] = [];
  const events: RouterEvents = {
    navigation: (to) => heard.push(to),
    settled: (settled) => heard.push(settled),
    again: () => heard.push('again'),
  };
  /** As the router does: it says that a load begins before it returns. */
  const revalidate = vi.fn(() => bridge.router.begins(at('/notes'), at('/notes')));
  return { bridge, events, heard, revalidate };
}

describe('the router bridge', () => {
  it('gives the release that is in use', () => {
    const { bridge } = open();
    expect(bridge.release().revision).toBe(1);
    bridge.use(release(2));
    expect(bridge.release().revision).toBe(2);
  });

  it('tells a listener of navigations, to another page or within this one', () => {
    const { bridge, events, heard } = open();
    bridge.router.begins(at('/notes'), at('/notes/7'));
    bridge.listen(events);
    bridge.router.begins(at('/notes'), at('/notes/7'));
    bridge.router.begins(at('/notes'), at('/notes?page=2'));
    expect(heard).toEqual(['page', 'place']);
  });

  it('takes a page that is loaded anew for no navigation', () => {
    const { bridge, events, heard, revalidate } = open();
    bridge.listen(events);
    bridge.router.connect(revalidate);
    bridge.renew();
    expect(revalidate).toHaveBeenCalledOnce();
    expect(heard).toEqual([]);
    bridge.router.begins(at('/notes'), at('/plans'));
    expect(heard).toEqual(['page']);
  });

  it('loads anew as soon as there is a router, and not once it is gone', () => {
    const { bridge, revalidate } = open();
    bridge.renew();
    const leave = bridge.router.connect(revalidate);
    expect(revalidate).toHaveBeenCalledOnce();
    leave();
    bridge.renew();
    expect(revalidate).toHaveBeenCalledOnce();
  });

  it('leaves it to a listener what another try loads', () => {
    const { bridge, events, heard, revalidate } = open();
    bridge.router.connect(revalidate);
    bridge.tryAgain();
    expect(revalidate).toHaveBeenCalledOnce();
    bridge.listen(events);
    bridge.tryAgain();
    expect(revalidate).toHaveBeenCalledOnce();
    expect(heard).toEqual(['again']);
    expect(bridge.attempt()).toBe(2);
  });

  it('tells a listener what is on the screen already, but not at once', async () => {
    const { bridge, events, heard } = open();
    bridge.router.settles(shown);
    bridge.listen(events);
    expect(heard).toEqual([]);
    await Promise.resolve();
    expect(heard).toEqual([shown]);
    expect(bridge.settled()).toEqual(shown);
  });
});

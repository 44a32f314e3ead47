// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLiveService } from './live-service.testing.ts';

let service: Awaited<ReturnType<typeof startLiveService>>;
let leave: () => void = () => {};

beforeEach(async () => {
  service = await startLiveService();
  // jsdom brings a Uint8Array of its own, and realm-web asks whether a chunk of Node's is one.
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer));
  document.documentElement.dataset.shown = '';
  serve({});
});

/** Serves the page, with more settings. */
function serve(changed: object): void {
  const configuration = {
    productName: 'Tallystick',
    siteMode: 'main',
    ledgerUrl: service.url,
    ledgerToken: 'public-local',
    live: { appId: 'ledger-local', apiKey: 'live-local' },
    identity: { apiKey: 'key', authDomain: 'localhost', projectId: 'local' },
    ...changed,
  };
  document.head.innerHTML = `<script type="application/json" id="site-configuration">${JSON.stringify(configuration)}</script>`;
}
afterEach(async () => {
  leave();
  dispatchEvent(new Event('pagehide'));
  cleanup();
  vi.resetModules();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await service.close();
});

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

async function open() {
  const { transferFeed, useFeedState } = await import('@tallystick/shared/realtime');
  const heard: (number | string)[] = [];
  const { result } = renderHook(() => useFeedState());
  const feed = transferFeed();
  const subscribe = (since?: number) => {
    leave = feed.subscribe((message) => {
      heard.push(message.type === 'event' ? message.event.sequence : message.type);
    }, since);
  };
  const state = () => result.current;
  return { feed, heard, state, subscribe, transferFeed };
}

describe('transferFeed', () => {
  it('is one feed, and asks nothing of the service before somebody subscribes', async () => {
    const { feed, state, transferFeed } = await open();
    expect(transferFeed()).toBe(feed);
    expect(state()).toBe('idle');
    expect(service.heard).toEqual([]);
  });

  it('brings live events, and its state to components', async () => {
    const { heard, state, subscribe } = await open();
    act(() => subscribe(0));
    expect(state()).toBe('connecting');
    service.commit(1, 2);
    await until(() => expect(heard).toEqual([1, 2]));
    await until(() => expect(state()).toBe('live'));
  });

  it('connects only when the page has its first content', async () => {
    delete document.documentElement.dataset.shown;
    const { heard, subscribe } = await open();
    const waiting = vi.spyOn(MutationObserver.prototype, 'observe');
    act(() => subscribe(0));
    await until(() => expect(waiting).toHaveBeenCalled());
    expect(service.heard).toEqual([]);
    document.documentElement.dataset.shown = '';
    service.commit(1);
    await until(() => expect(heard).toEqual([1]));
  });

  it('lets go when the page is hidden, and catches up when it is shown again', async () => {
    const { heard, state, subscribe } = await open();
    act(() => subscribe(0));
    await until(() => expect(state()).toBe('live'));
    act(() => dispatchEvent(new Event('pagehide')));
    expect(state()).toBe('closed');
    await until(() => expect(service.streams()).toBe(0));
    service.commit(1, 2);
    act(() => dispatchEvent(new Event('pageshow')));
    await until(() => expect(heard).toEqual([1, 2]));
  });

  it('waits when the browser goes offline, and connects when it is online', async () => {
    const { heard, state, subscribe } = await open();
    act(() => subscribe(0));
    await until(() => expect(state()).toBe('live'));
    act(() => dispatchEvent(new Event('offline')));
    expect(state()).toBe('waiting');
    service.commit(1);
    act(() => dispatchEvent(new Event('online')));
    await until(() => expect(heard).toEqual([1]));
  });

  it('pauses and resumes', async () => {
    const { feed, heard, state, subscribe } = await open();
    act(() => subscribe(0));
    await until(() => expect(state()).toBe('live'));
    act(feed.pause);
    expect(state()).toBe('paused');
    service.commit(1);
    act(feed.resume);
    await until(() => expect(heard).toEqual([1]));
  });

  it('notes what the tab was shown, where lists come from a replica', async () => {
    serve({ ledgerReplica: true });
    const { heard, subscribe } = await open();
    act(() => subscribe(0));
    service.commit(1, 2);
    await until(() => expect(heard).toEqual([1, 2]));
    const { seen } = await import('../storage/seen.ts');
    expect(seen()).toBe(2);
    sessionStorage.clear();
  });

  it('keeps no token in the browser', async () => {
    const { state, subscribe } = await open();
    act(() => subscribe(0));
    await until(() => expect(state()).toBe('live'));
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });
});

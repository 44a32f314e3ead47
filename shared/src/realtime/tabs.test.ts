import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventNumber } from './event.testing.ts';
import { message, startLiveService } from './live-service.testing.ts';
import { openTab, subscribe } from './tab.testing.ts';

let service: Awaited<ReturnType<typeof startLiveService>>;
let browser: string;
const open: ReturnType<typeof openTab>[] = [];

beforeEach(async () => {
  service = await startLiveService();
  browser = `feed-${randomUUID()}`;
});
afterEach(async () => {
  for (const { bus } of open.splice(0)) bus.dispatch('hide');
  await service.close();
});

const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { interval: 5, timeout: 60_000 });
const watches = () => service.heard.filter((asked) => asked.startsWith('watch'));

/** Opens a tab, subscribes to everything after `since`, and waits until it is live. */
async function liveTab(since?: number) {
  const tab = openTab(service, browser);
  open.push(tab);
  const subscriber = subscribe(tab.bus, since);
  await until(() => expect(tab.bus.state()).toBe('live'));
  return { ...tab, ...subscriber };
}

/** Listens in on the tabs, and speaks up as one of them. */
function eavesdrop() {
  const channel = new BroadcastChannel(browser);
  const messages: Record<string, unknown>[] = [];
  channel.onmessage = ({ data }) => messages.push(data);
  return {
    messages,
    post: (data: unknown) => channel.postMessage(data),
    end: () => channel.close(),
  };
}

describe('the tabs of a browser', () => {
  it('share one connection, and each hears every event once and in order', async () => {
    const tabs = [await liveTab(0), await liveTab(0), await liveTab(0)];
    service.commit(1, 2, 4, 5);
    for (const { heard } of tabs) await until(() => expect(heard).toEqual([1, 2, 4, 5]));
    expect(watches()).toEqual(['watch 0']);
    expect(service.logins()).toBe(1);
  });

  it('tell a newcomer what it missed', async () => {
    const first = await liveTab(0);
    service.commit(1, 2, 3);
    await until(() => expect(first.heard).toEqual([1, 2, 3]));
    const late = await liveTab(1);
    expect(late.heard).toEqual([2, 3]);
    expect(watches()).toHaveLength(1);
  });

  it('pass on from where a transfer has moved, at once and to a newcomer', async () => {
    const was = {
      feat: { form: 'asset', sort: 'transfer' },
      crts: 1,
      cred: 'other',
      debt: 'user-1',
    };
    const first = await liveTab(0);
    const follower = await liveTab(0);
    const heard: unknown[] = [];
    const listen = ({ bus }: typeof first, since: number) =>
      bus.subscribe((news) => heard.push(news.type === 'event' ? news.event.was : news), since);
    listen(follower, 0);
    service.sendText(`data: ${JSON.stringify({ ...message(2), was })}\n\n`);
    await until(() => expect(heard).toEqual([was]));
    listen(await liveTab(1), 1);
    await until(() => expect(heard).toEqual([was, was]));
  });

  it('send a newcomer to load again if they do not know what it missed', async () => {
    service.commit(1, 2, 3);
    const first = await liveTab(3);
    const late = await liveTab(1);
    service.commit(4);
    await until(() => expect(late.heard).toEqual(['refetch', 4]));
    expect(first.heard).toEqual([4]);
    expect(late.states).toEqual(['connecting', 'refetching', 'live']);
  });

  it('send a newcomer to load again whose page is ahead of them, as after the feed began anew', async () => {
    service.commit(1, 2, 3);
    const first = await liveTab(3);
    const late = await liveTab(9);
    service.commit(4);
    await until(() => expect(late.heard).toEqual(['refetch', 4]));
    expect(first.heard).toEqual([4]);
  });

  it('send a newcomer that knows no sequence to load again, once', async () => {
    const first = await liveTab(0);
    const late = await liveTab();
    service.commit(1);
    await until(() => expect(late.heard).toEqual(['refetch', 1]));
    expect(first.heard).toEqual([1]);
  });

  it('wait together when the connection is cut, and go on together', async () => {
    const leader = await liveTab(0);
    const follower = await liveTab(0);
    service.cut();
    await until(() => expect(follower.bus.state()).toBe('waiting'));
    service.commit(1);
    leader.advance(1_000);
    await until(() => expect(follower.heard).toEqual([1]));
    expect(leader.heard).toEqual([1]);
    expect(watches()).toEqual(['watch 0', 'watch 0']);
  });

  it('pass on signs of life, now and then', async () => {
    const leader = await liveTab(0);
    const follower = await liveTab(0);
    leader.advance(39_000);
    follower.advance(39_000);
    service.beat();
    await until(() => expect(follower.due()).toContain(79_000));
    expect(follower.bus.state()).toBe('live');
  });

  it('take a leader that falls silent for dead', async () => {
    await liveTab(0);
    const follower = await liveTab(0);
    follower.advance(40_000);
    expect(follower.bus.state()).toBe('waiting');
    follower.advance(1_000);
    await until(() => expect(follower.bus.state()).toBe('live'));
  });
});

describe('while the leader hangs', () => {
  /** Holds the lock as a tab does whose scripts do not run: it answers nothing. */
  async function hangingLeader() {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await new Promise<void>((resolve) => {
      navigator.locks.request(browser, () => {
        resolve();
        return ended;
      });
    });
    return { end };
  }
  /** A tab that has given the leader up. */
  async function givenUp() {
    const tab = openTab(service, browser);
    open.push(tab);
    const { heard } = subscribe(tab.bus, 0);
    tab.advance(40_000);
    expect(tab.bus.state()).toBe('waiting');
    tab.advance(1_000);
    await until(() => expect(tab.bus.state()).toBe('live'));
    return { ...tab, heard };
  }

  it('the others connect by themselves', async () => {
    const { end } = await hangingLeader();
    const tabs = [await givenUp(), await givenUp()];
    service.commit(1, 2);
    for (const { heard } of tabs) await until(() => expect(heard).toEqual([1, 2]));
    expect(service.streams()).toBe(2);
    end();
  });

  it('and is closed, another leads, without a gap, and a newcomer follows it', async () => {
    const { end } = await hangingLeader();
    const next = await givenUp();
    service.commit(1);
    await until(() => expect(next.heard).toEqual([1]));
    end();
    await until(() => expect(watches()).toEqual(['watch 0', 'watch 1']));
    await until(() => expect(next.bus.state()).toBe('live'));
    const newcomer = await liveTab(0);
    service.commit(2);
    for (const { heard } of [next, newcomer]) await until(() => expect(heard).toEqual([1, 2]));
    await until(() => expect(service.streams()).toBe(1));
  });

  it('and speaks again, the others follow it when they connect anew', async () => {
    const leader = await liveTab(0);
    const follower = await liveTab(0);
    // What the leader says does not arrive while it hangs.
    follower.advance(40_000);
    follower.advance(1_000);
    await until(() => expect(watches()).toHaveLength(2));
    await until(() => expect(follower.bus.state()).toBe('live'));
    service.commit(1);
    for (const { heard } of [leader, follower]) await until(() => expect(heard).toEqual([1]));
    follower.bus.pause();
    follower.bus.resume();
    await until(() => expect(follower.bus.state()).toBe('live'));
    service.commit(2);
    await until(() => expect(follower.heard).toEqual([1, 2]));
    expect(watches()).toHaveLength(2);
  });
});

describe('when the leader leaves', () => {
  it('another tab leads, from the last event it has, without a gap', async () => {
    const leader = await liveTab(0);
    const followers = [await liveTab(0), await liveTab(0)];
    service.commit(1, 2);
    for (const { heard } of followers) await until(() => expect(heard).toEqual([1, 2]));
    leader.bus.dispatch('hide');
    service.commit(3);
    for (const { heard } of followers) await until(() => expect(heard).toEqual([1, 2, 3]));
    service.commit(4);
    for (const { heard } of followers) await until(() => expect(heard).toEqual([1, 2, 3, 4]));
    expect(watches()).toEqual(['watch 0', 'watch 2']);
    await until(() => expect(service.streams()).toBe(1));
    expect(leader.heard).toEqual([1, 2]);
  });

  it('it may come back as a follower, and catches up', async () => {
    const leader = await liveTab(0);
    const follower = await liveTab(0);
    leader.bus.pause();
    await until(() => expect(watches()).toHaveLength(2));
    service.commit(1, 2);
    await until(() => expect(follower.heard).toEqual([1, 2]));
    leader.bus.resume();
    await until(() => expect(leader.heard).toEqual([1, 2]));
    expect(watches()).toHaveLength(2);
  });

  it('because nobody is subscribed there any more, another leads', async () => {
    const leader = await liveTab(0);
    const follower = await liveTab(0);
    leader.leave();
    leader.advance(5_000);
    service.commit(1);
    await until(() => expect(follower.heard).toEqual([1]));
    expect([leader.bus.state(), leader.heard]).toEqual(['idle', []]);
    await until(() => expect(service.streams()).toBe(1));
  });

  it('nobody leads if all leave', async () => {
    const tabs = [await liveTab(0), await liveTab(0)];
    for (const { bus } of tabs) bus.dispatch('hide');
    await until(() => expect(service.streams()).toBe(0));
    await until(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      expect([...held, ...pending].filter(({ name }) => name === browser)).toEqual([]);
    });
  });

  it('the service may be away: the next leader keeps trying', async () => {
    const leader = await liveTab(0);
    const follower = await liveTab(0);
    service.accept(false);
    leader.bus.dispatch('hide');
    await until(() => expect(follower.bus.state()).toBe('waiting'));
    service.accept(true);
    service.commit(1);
    follower.advance(30_000);
    await until(() => expect(follower.heard).toEqual([1]));
  });
});

describe('what tabs say to each other', () => {
  it('is not heard if it cannot be read', async () => {
    const leader = await liveTab(0);
    const follower = await liveTab(0);
    const { post, end } = eavesdrop();
    for (const noise of [null, 'hello', { type: 'event' }, { type: 'join', from: 1, since: -1 }]) {
      post(noise);
    }
    service.commit(1);
    await until(() => expect([leader.heard, follower.heard]).toEqual([[1], [1]]));
    end();
  });

  it('shows a follower that it missed a message: it asks again', async () => {
    await liveTab(0);
    const follower = await liveTab(0);
    const { messages, post, end } = eavesdrop();
    service.commit(1);
    await until(() => expect(follower.heard).toEqual([1]));
    await until(() => expect(messages).toHaveLength(1));
    post({ ...messages[0], after: 7, event: eventNumber(8) });
    await until(() => expect(follower.bus.state()).toBe('waiting'));
    service.commit(2);
    follower.advance(1_000);
    await until(() => expect(follower.heard).toEqual([1, 2]));
    end();
  });
});

describe('a browser that refuses locks', () => {
  it('connects from every tab', async () => {
    const refusal = vi
      .spyOn(navigator.locks, 'request')
      .mockRejectedValue(new DOMException('not here', 'SecurityError'));
    const tabs = [await liveTab(0), await liveTab(0)];
    service.commit(1);
    for (const { heard } of tabs) await until(() => expect(heard).toEqual([1]));
    expect(service.streams()).toBe(2);
    refusal.mockRestore();
  });
});

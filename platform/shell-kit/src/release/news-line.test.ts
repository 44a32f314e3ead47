import { randomUUID } from 'node:crypto';
import type { ReleaseNews } from '@tallystick/contract/release-news';
import { createManualClock } from '@tallystick/timing/manual-clock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNewsLine } from './news-line.ts';
import type { NewsEvents } from './news-stream.ts';

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });
const news = (revision: number): ReleaseNews => ({ channel: 'production', revision, recalled: [] });

/** The open connections of a browser, newest last. */
let connections: { on: NewsEvents; open: boolean }[] = [];
let name = '';
const lines: ReturnType<typeof createNewsLine>[] = [];
const open = () => connections.filter((connection) => connection.open);

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  connections = [];
  name = `news-${randomUUID()}`;
});
afterEach(() => {
  for (const line of lines.splice(0)) line.leave();
});

/** A tab whose clock stands still. */
function openTab(hasLocks = true) {
  const { clock, advance } = createManualClock();
  const heard: number[] = [];
  const line = createNewsLine({
    name,
    hasLocks,
    connect: (on) => {
      const connection = { on, open: true };
      connections.push(connection);
      return () => {
        connection.open = false;
      };
    },
    clock,
    onNews: ({ revision }) => heard.push(revision),
  });
  lines.push(line);
  line.join();
  return { line, heard, advance, newest: () => heard.at(-1) };
}

/** A tab that has the connection. */
async function openLeader() {
  const leader = openTab();
  await until(() => expect(open()).toHaveLength(1));
  return leader;
}

describe('the tabs of a browser', () => {
  it('share one connection, and all hear its news', async () => {
    const leader = await openLeader();
    const followers = [openTab(), openTab()];
    open()[0]?.on.news(news(2));
    for (const { newest } of [leader, ...followers]) await until(() => expect(newest()).toBe(2));
    expect(connections).toHaveLength(1);
  });

  it('tell a newcomer what they know', async () => {
    await openLeader();
    open()[0]?.on.news(news(2));
    const late = openTab();
    await until(() => expect(late.heard).toEqual([2]));
    expect(connections).toHaveLength(1);
  });

  it('hand the connection on when its tab goes', async () => {
    const leader = await openLeader();
    const follower = openTab();
    leader.line.leave();
    await until(() => expect(open()).toHaveLength(1));
    open()[0]?.on.news(news(3));
    await until(() => expect(follower.newest()).toBe(3));
    expect(leader.heard).toEqual([]);
    leader.line.join();
    await until(() => expect(leader.newest()).toBe(3));
    expect(connections).toHaveLength(2);
  });

  it('look for themselves when the leader says nothing for a minute, and only look', async () => {
    await openLeader();
    const follower = openTab();
    // The leader sleeps: its answer does not come before the follower's minute is over.
    follower.advance(60_000);
    expect(open()).toHaveLength(2);
    connections[1]?.on.news(news(4));
    expect(follower.heard).toEqual([4]);
    expect(open()).toHaveLength(1);
    follower.advance(60_000);
    expect(open()).toHaveLength(2);
  });
});

describe('a connection for news', () => {
  it('is opened again after a wait that grows', async () => {
    const { advance } = await openLeader();
    const waits: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) {
      const before = connections.length;
      connections.at(-1)?.on.ended();
      let waited = 0;
      while (connections.length === before) {
        advance(1_000);
        waited += 1_000;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
    connections.at(-1)?.on.beat();
    connections.at(-1)?.on.ended();
    advance(1_000);
    expect(connections).toHaveLength(6);
  });

  it('counts as lost after 40 seconds without a sign of life', async () => {
    const { advance } = await openLeader();
    advance(39_000);
    open()[0]?.on.beat();
    advance(39_000);
    expect(connections).toHaveLength(1);
    advance(1_000);
    expect(open()).toHaveLength(0);
    advance(1_000);
    expect(open()).toHaveLength(1);
  });

  it('is opened at once when the network is there again', async () => {
    const { line } = await openLeader();
    open()[0]?.on.ended();
    line.nudge();
    expect(open()).toHaveLength(1);
  });

  it('is every tab’s own where there are no locks', () => {
    const { line } = openTab(false);
    expect(open()).toHaveLength(1);
    line.leave();
    expect(open()).toHaveLength(0);
  });
});

it('what is said on the channel is not believed if it cannot be read', async () => {
  await openLeader();
  const follower = openTab();
  const stranger = new BroadcastChannel(name);
  for (const noise of [null, 'news', { type: 'news', news: { revision: -1 } }]) {
    stranger.postMessage(noise);
  }
  open()[0]?.on.news(news(5));
  await until(() => expect(follower.newest()).toBe(5));
  expect(new Set(follower.heard)).toEqual(new Set([5]));
  stranger.close();
});

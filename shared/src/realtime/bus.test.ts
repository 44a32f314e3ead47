import { createManualClock } from '@tallystick/timing/manual-clock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBus } from './bus.ts';
import { message, startLiveService } from './live-service.testing.ts';
import { openTab, subscribe } from './tab.testing.ts';

let service: Awaited<ReturnType<typeof startLiveService>>;
const open: ReturnType<typeof openTab>[] = [];

beforeEach(async () => {
  service = await startLiveService();
});
afterEach(async () => {
  for (const { bus } of open.splice(0)) bus.dispatch('hide');
  await service.close();
});

function tab() {
  const opened = openTab(service);
  open.push(opened);
  return opened;
}

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

describe('subscribe', () => {
  it('tells every event after the sequence of the page, once and in order', async () => {
    service.commit(1, 2, 3);
    const { bus, states } = tab();
    const { heard } = subscribe(bus, 1);
    await until(() => expect(heard).toEqual([2, 3]));
    service.commit(5, 6, 9);
    await until(() => expect(heard).toEqual([2, 3, 5, 6, 9]));
    expect(states).toEqual(['connecting', 'live']);
    expect(service.heard).toEqual(['location', 'login', 'watch 1']);
  });

  it('asks a page that knows no sequence to load again when it goes live', async () => {
    service.commit(1, 2);
    const { bus, states } = tab();
    const { heard } = subscribe(bus);
    await until(() => expect(heard).toEqual(['refetch']));
    service.commit(3);
    await until(() => expect(heard).toEqual(['refetch', 3]));
    expect(states).toEqual(['refetching', 'live']);
  });

  it('says what a page will be as of before it asks it to load again', async () => {
    const told: (string | number)[] = [];
    const bus = createBus({
      openLine: () => ({
        connect: (_since, report) => {
          queueMicrotask(() => report({ type: 'opened', position: 7 }));
          return () => {};
        },
        leave: () => {},
        publish: () => {},
      }),
      clock: createManualClock().clock,
      random: () => 0,
      onState: () => {},
      onDelivery: (sequence) => told.push(sequence),
    });
    bus.subscribe(({ type }) => told.push(type));
    await until(() => expect(told).toEqual([7, 'refetch']));
  });

  it('gives the transfer and the operation', async () => {
    const { bus } = tab();
    const told = vi.fn();
    bus.subscribe(told, 0);
    service.commit(4);
    const transfer = {
      item: 't-4',
      trxn: null,
      stat: 0,
      feat: { form: 'asset', sort: 'transfer' },
      crts: 1_700_000_000_004,
      cred: 'creator-1',
      debt: 'user-1',
    };
    await until(() =>
      expect(told.mock.calls).toEqual([
        [{ type: 'event', event: { sequence: 4, operation: 'update', transfer } }],
      ]),
    );
  });

  it('connects once for all, and tells a latecomer what it missed', async () => {
    const { bus } = tab();
    const first = subscribe(bus, 0);
    service.commit(1, 2, 3);
    await until(() => expect(first.heard).toEqual([1, 2, 3]));
    const late = subscribe(bus, 2);
    const ahead = subscribe(bus, 4);
    const fresh = subscribe(bus);
    expect([late.heard, ahead.heard, fresh.heard]).toEqual([[3], [], []]);
    service.commit(4, 5);
    await until(() => expect(first.heard).toEqual([1, 2, 3, 4, 5]));
    expect([late.heard, ahead.heard, fresh.heard]).toEqual([[3, 4, 5], [5], [4, 5]]);
    expect(service.streams()).toBe(1);
  });

  it('sends a latecomer alone to load again if nobody knows what it missed', async () => {
    service.commit(1, 2, 3);
    const { bus } = tab();
    const first = subscribe(bus, 3);
    await until(() => expect(bus.state()).toBe('live'));
    const late = subscribe(bus, 1);
    expect([first.heard, late.heard]).toEqual([[], ['refetch']]);
  });

  it('is idle before anybody subscribes, and some time after everybody left', async () => {
    const { bus, states, advance } = tab();
    expect(bus.state()).toBe('idle');
    const { leave } = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    leave();
    expect(bus.state()).toBe('live');
    advance(5_000);
    expect(states).toEqual(['connecting', 'live', 'idle']);
    await until(() => expect(service.streams()).toBe(0));
  });

  it('stays connected from one page to the next', async () => {
    const { bus, states, advance } = tab();
    const before = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    before.leave();
    const { heard } = subscribe(bus, 0);
    advance(5_000);
    service.commit(1);
    await until(() => expect(heard).toEqual([1]));
    expect(states).toEqual(['connecting', 'live']);
    expect(before.heard).toEqual([]);
  });

  it('keeps telling the others when one listener fails', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const { bus } = tab();
    const fault = new Error('a fault of a page');
    bus.subscribe(() => {
      throw fault;
    }, 0);
    const { heard } = subscribe(bus, 0);
    service.commit(1);
    await until(() => expect(heard).toEqual([1]));
    expect(report.mock.calls).toEqual([[fault]]);
    vi.unstubAllGlobals();
  });

  it('lets a listener leave and another come while it is told', async () => {
    const { bus } = tab();
    const heard: number[] = [];
    const leave = bus.subscribe((first) => {
      if (first.type !== 'event') return;
      leave();
      bus.subscribe((next) => {
        if (next.type === 'event') heard.push(next.event.sequence);
      }, first.event.sequence);
    }, 0);
    service.commit(1, 2, 3);
    await until(() => expect(heard).toEqual([2, 3]));
  });
});

describe('a cut connection', () => {
  it('is taken up again from the last event, without a gap', async () => {
    const { bus, states, advance } = tab();
    const { heard } = subscribe(bus, 0);
    service.commit(1, 2);
    await until(() => expect(heard).toEqual([1, 2]));
    service.cut();
    await until(() => expect(bus.state()).toBe('waiting'));
    service.commit(3, 4);
    advance(999);
    expect(bus.state()).toBe('waiting');
    advance(1);
    await until(() => expect(heard).toEqual([1, 2, 3, 4]));
    expect(states).toEqual(['connecting', 'live', 'waiting', 'connecting', 'live']);
    expect(service.heard.at(-1)).toBe('watch 2');
  });

  it('is taken up even if no event came on it', async () => {
    service.commit(7);
    const { bus, advance } = tab();
    const { heard } = subscribe(bus);
    await until(() => expect(heard).toEqual(['refetch']));
    service.cut();
    await until(() => expect(bus.state()).toBe('waiting'));
    service.commit(8);
    advance(1_000);
    await until(() => expect(heard).toEqual(['refetch', 8]));
  });

  it('logs in once', async () => {
    const { bus, advance } = tab();
    subscribe(bus, 0);
    for (let round = 0; round < 3; round += 1) {
      await until(() => expect(bus.state()).toBe('live'));
      service.cut();
      await until(() => expect(bus.state()).toBe('waiting'));
      advance(30_000);
    }
    await until(() => expect(bus.state()).toBe('live'));
    expect(service.logins()).toBe(1);
  });

  it('is taken up with a new token when the old one is no longer valid', async () => {
    const { bus, advance } = tab();
    const { heard } = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    service.expireAccess();
    service.cut();
    await until(() => expect(bus.state()).toBe('waiting'));
    advance(1_000);
    service.commit(1);
    await until(() => expect(heard).toEqual([1]));
    expect(service.heard.slice(-3)).toEqual(['location', 'refresh', 'watch 0']);
  });

  it('logs in anew when its session is no longer known', async () => {
    const { bus, advance } = tab();
    const { heard } = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    service.expireSessions();
    service.cut();
    await until(() => expect(bus.state()).toBe('waiting'));
    advance(1_000);
    await until(() => expect(service.heard.at(-1)).toBe('refresh'));
    await until(() => expect(bus.state()).toBe('waiting'));
    advance(2_000);
    service.commit(1);
    await until(() => expect(heard).toEqual([1]));
    expect(service.logins()).toBe(2);
  });

  it('waits longer each time while the service lets nobody in', async () => {
    service.accept(false);
    const { bus, states, advance } = tab();
    subscribe(bus, 0);
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]) {
      await until(() => expect(bus.state()).toBe('waiting'));
      advance(wait - 1);
      expect(bus.state()).toBe('waiting');
      advance(1);
      expect(bus.state()).toBe('connecting');
    }
    await until(() => expect(bus.state()).toBe('waiting'));
    service.accept(true);
    bus.dispatch('reachable');
    await until(() => expect(bus.state()).toBe('live'));
    expect(states.filter((state) => state === 'live')).toHaveLength(1);
  });
});

describe('a gap', () => {
  it('is announced once, when the feed is live again; then events follow', async () => {
    const { bus, states, advance } = tab();
    const { heard } = subscribe(bus, 0);
    service.commit(1);
    await until(() => expect(heard).toEqual([1]));
    service.cut();
    await until(() => expect(bus.state()).toBe('waiting'));
    service.commit(2, 3, 4);
    service.prune(3);
    advance(1_000);
    await until(() => expect(heard).toEqual([1, 'refetch']));
    service.commit(5);
    await until(() => expect(heard).toEqual([1, 'refetch', 5]));
    expect(states).toEqual(['connecting', 'live', 'waiting', 'connecting', 'refetching', 'live']);
  });

  it('is announced to everybody', async () => {
    const { bus, advance } = tab();
    const one = subscribe(bus, 0);
    const two = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    service.cut();
    await until(() => expect(bus.state()).toBe('waiting'));
    service.commit(1, 2);
    service.prune(2);
    advance(1_000);
    await until(() => expect([one.heard, two.heard]).toEqual([['refetch'], ['refetch']]));
  });

  it('is what an event that cannot be read leaves', async () => {
    const { bus } = tab();
    const { heard } = subscribe(bus, 0);
    service.commit(1);
    await until(() => expect(heard).toEqual([1]));
    const broken = { ...message(3), fullDocument: { item: 't-3' } };
    service.sendText(`data: ${JSON.stringify(broken)}\n\n`);
    await until(() => expect(heard).toEqual([1, 'refetch']));
    service.commit(5);
    await until(() => expect(heard).toEqual([1, 'refetch', 5]));
  });

  it('is not what another operation leaves', async () => {
    const { bus } = tab();
    const { heard } = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    const other = { _id: { _data: '2' }, operationType: 'delete', documentKey: { _id: 't-1' } };
    service.sendText(`data: ${JSON.stringify(other)}\n\n`);
    service.commit(3);
    await until(() => expect(heard).toEqual([3]));
  });
});

describe('heartbeats', () => {
  it('keep a silent connection', async () => {
    const { bus, states, advance, due } = tab();
    subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    for (const at of [39_000, 78_000, 117_000]) {
      advance(39_000);
      service.beat();
      await until(() => expect(due()).toContain(at + 40_000));
    }
    expect(states).toEqual(['connecting', 'live']);
  });

  it('that fail to come end it after twice their interval', async () => {
    const { bus, advance } = tab();
    const { heard } = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    advance(39_999);
    expect(bus.state()).toBe('live');
    advance(1);
    expect(bus.state()).toBe('waiting');
    await until(() => expect(service.streams()).toBe(0));
    service.commit(1);
    advance(1_000);
    await until(() => expect(heard).toEqual([1]));
  });
});

describe('the page', () => {
  it('lets the connection go while paused, and catches up', async () => {
    const { bus } = tab();
    const { heard } = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    bus.pause();
    expect(bus.state()).toBe('paused');
    await until(() => expect(service.streams()).toBe(0));
    service.commit(1, 2);
    bus.resume();
    await until(() => expect(heard).toEqual([1, 2]));
  });

  it('hears nothing while hidden, and everything when shown again', async () => {
    const { bus } = tab();
    const { heard } = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    service.commit(1);
    bus.dispatch('hide');
    await until(() => expect(service.streams()).toBe(0));
    expect([bus.state(), heard]).toEqual(['closed', []]);
    service.commit(2);
    bus.dispatch('show');
    await until(() => expect(heard).toEqual([1, 2]));
  });

  it('lets a connection that is still opening go as well', async () => {
    const { bus } = tab();
    subscribe(bus, 0);
    bus.dispatch('hide');
    bus.dispatch('show');
    await until(() => expect(bus.state()).toBe('live'));
    expect(service.heard.filter((asked) => asked.startsWith('watch'))).toEqual(['watch 0']);
  });

  it('connects at once when the browser is online again', async () => {
    const { bus } = tab();
    const { heard } = subscribe(bus, 0);
    await until(() => expect(bus.state()).toBe('live'));
    bus.dispatch('offline');
    expect(bus.state()).toBe('waiting');
    service.commit(1);
    bus.dispatch('reachable');
    await until(() => expect(heard).toEqual([1]));
  });
});

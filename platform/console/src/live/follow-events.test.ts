import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followEvents } from './follow-events.ts';

/** A stream whose fate the test decides. */
class Stream extends EventTarget {
  readonly CLOSED = 2;
  readyState = 0;
  close(): void {
    this.readyState = 2;
  }
  say(type: 'open' | 'changed' | 'error', readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event(type));
  }
}

function follow() {
  const streams: Stream[] = [];
  const said: string[] = [];
  vi.stubGlobal('EventSource', function open() {
    const stream = new Stream();
    streams.push(stream);
    return stream;
  });
  const following = followEvents({
    onChanged: () => said.push('changed'),
    onConnection: (connection) => said.push(connection),
  });
  return { streams, said, following };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the registry's events", () => {
  it('say that they are there, and that something changed', () => {
    const { streams, said } = follow();
    streams[0]?.say('open', 1);
    streams[0]?.say('changed', 1);
    expect(said).toEqual(['connecting', 'live', 'changed']);
  });

  it('are left to the browser when the stream breaks off', () => {
    const { streams, said } = follow();
    streams[0]?.say('open', 1);
    streams[0]?.say('error', 0);
    vi.advanceTimersByTime(60_000);
    expect(streams).toHaveLength(1);
    streams[0]?.say('open', 1);
    expect(said).toEqual(['connecting', 'live', 'lost', 'live']);
  });

  it('are asked for again, later each time, when the stream is refused', () => {
    const { streams } = follow();
    streams[0]?.say('error', 2);
    vi.advanceTimersByTime(999);
    expect(streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(streams).toHaveLength(2);
    streams[1]?.say('error', 2);
    vi.advanceTimersByTime(1_999);
    expect(streams).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(streams).toHaveLength(3);
  });

  it('are asked for at once when somebody says so, and no more when stopped', () => {
    const { streams, following } = follow();
    streams[0]?.say('error', 2);
    following.retry();
    expect(streams).toHaveLength(2);
    streams[1]?.say('error', 2);
    following.stop();
    vi.advanceTimersByTime(60_000);
    expect(streams).toHaveLength(2);
  });
});

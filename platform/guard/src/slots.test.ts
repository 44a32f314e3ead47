import { describe, expect, it } from 'vitest';
import { openSlots, usualSlots } from './slots.ts';

const many = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('slots', () => {
  it('are held by one client up to its share, however it comes', () => {
    const slots = openSlots(usualSlots(80, 1_000));
    const leave = slots.acquire({ client: 'a' });
    for (const n of many(9)) expect(slots.acquire({ client: 'a' }) !== null).toBe(n < 9);
    expect(slots.acquire({ client: 'a' })).toBeNull();
    expect(slots.acquire({ client: 'a', known: 'somebody' })).toBeNull();
    expect(slots.acquire({ client: 'b' })).not.toBeNull();
    leave?.();
    leave?.();
    expect(slots.size()).toBe(10);
    expect(slots.acquire({ client: 'a' })).not.toBeNull();
    expect(slots.acquire({ client: 'a' })).toBeNull();
  });

  it('are kept for those who were here before, whatever number of newcomers comes', () => {
    const slots = openSlots(usualSlots(80, 1_000));
    const entered = many(200).filter((n) => slots.acquire({ client: `flood ${n}` }) !== null);
    expect(entered).toHaveLength(40);
    for (const n of many(40)) {
      expect(slots.acquire({ client: `home ${n}`, known: `browser ${n}` })).not.toBeNull();
    }
    expect(slots.acquire({ client: 'late', known: 'browser late' })).toBeNull();
  });

  it('are left for the next newcomer, though many addresses take as many as they can', () => {
    const slots = openSlots(usualSlots(5_000, 15_000));
    for (const n of many(64 * 100)) slots.acquire({ client: `flood ${n % 64}` });
    expect(slots.size()).toBeLessThan(2_400);
    for (const n of many(40)) expect(slots.acquire({ client: `newcomer ${n}` })).not.toBeNull();
  });

  it('are left by an IPv6 network of 48 bits, which is 65,536 clients, for whoever else comes', () => {
    const slots = openSlots(usualSlots(5_000, 15_000));
    const line = (n: number) => `2001:db8:1:${n.toString(16)}`;
    for (const n of many(6_000)) slots.acquire({ client: line(n) });
    // One client with one address may have as many.
    expect(slots.size()).toBe(625);
    for (const n of many(6_000)) slots.acquire({ client: line(n), known: `browser ${n}` });
    expect(slots.size()).toBe(2_500);
    for (const n of many(40)) expect(slots.acquire({ client: `newcomer ${n}` })).not.toBeNull();
  });

  it('are not kept for a name that is passed on', () => {
    const slots = openSlots({ inAll: 80, perClient: 10, newcomers: 3 });
    const entered = many(20).filter((n) => {
      return slots.acquire({ client: `flood ${n}`, known: 'one' }) !== null;
    });
    expect(entered).toHaveLength(7);
  });

  it('leave a third of the connections for requests', () => {
    expect(usualSlots(5_000, 300)).toEqual({ inAll: 200, perClient: 25, newcomers: 100 });
    expect(usualSlots(5_000, 15_000)).toEqual({ inAll: 5_000, perClient: 625, newcomers: 2_500 });
  });
});

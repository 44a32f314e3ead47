import { expect, it } from 'vitest';
import type { Kind } from './client-queue.ts';
import { openTurns } from './turns.ts';

/** Turns whose time goes on only by what is run in them; `known` were there ten seconds before. */
function start(...known: string[]) {
  let time = 0;
  let next: (() => void) | null = null;
  const timers: { at: number; run(): void }[] = [];
  const ran: string[] = [];
  const turns = openTurns({
    now: () => time,
    nextTurn: (run) => {
      next = run;
    },
    after: (milliseconds, run) => timers.push({ at: time + milliseconds, run }),
  });
  /** Requests of a client, named `client1` and so on, each of which takes so many milliseconds. */
  const ask = (client: string, times: number, cost: number, kind?: Kind) =>
    Array.from({ length: times }, (_, n) =>
      turns.enter(
        client,
        () => {
          ran.push(`${kind === 'connection' ? 'read ' : ''}${client}${n + 1}`);
          time += cost;
        },
        kind,
      ),
    );
  const read = (client: string, times: number, cost: number) =>
    ask(client, times, cost, 'connection');
  function turn() {
    const run = next;
    next = null;
    ran.push('|');
    run?.();
  }
  function pass(milliseconds: number) {
    time += milliseconds;
    for (const { at, run } of timers.splice(0)) {
      if (at <= time) run();
      else timers.push({ at, run });
    }
  }
  for (const client of known) ask(client, 1, 0);
  while (turns.waiting() > 0) turn();
  turn();
  pass(10_000);
  // A turn takes longer than one that does nothing, so that the next may begin as many as ever.
  turn();
  ran.length = 0;
  return {
    ran,
    waiting: turns.waiting,
    chargeRefusal: turns.chargeRefusal,
    chargeCut: turns.chargeCut,
    isCrowded: turns.isCrowded,
    ask,
    read,
    turn,
    pass,
  };
}

it('begins requests at once while a turn has time, and the others in the next ones', () => {
  const { ran, waiting, ask, turn } = start('a');
  ask('a', 5, 1);
  expect(ran).toEqual(['a1', 'a2']);
  turn();
  turn();
  expect(ran).toEqual(['a1', 'a2', '|', 'a3', 'a4', '|', 'a5']);
  expect(waiting()).toBe(0);
});

it('gives each client its turn', () => {
  const { ran, ask, turn } = start('a', 'b', 'c');
  ask('a', 4, 4);
  ask('b', 2, 4);
  ask('c', 1, 4);
  for (let n = 0; n < 6; n += 1) turn();
  expect(ran.filter((name) => name !== '|')).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('begins what a client has asked before it reads more of its connections', () => {
  const { ran, ask, read, turn } = start('a', 'b');
  ask('b', 1, 4);
  read('a', 2, 4);
  ask('a', 2, 4);
  for (let n = 0; n < 4; n += 1) turn();
  const order = ran.filter((name) => name !== '|');
  expect(order).toEqual(['b1', 'a1', 'a2', 'read a1', 'read a2']);
});

it('reads one connection of a client for nine of its requests, however many wait', () => {
  const { ran, ask, read, turn } = start('a', 'b');
  ask('b', 1, 4);
  ask('a', 30, 4);
  read('a', 2, 4);
  for (let n = 0; n < 32; n += 1) turn();
  const order = ran.filter((name) => name !== '|').slice(1);
  expect([order.indexOf('read a1'), order.indexOf('read a2'), order.length]).toEqual([9, 19, 32]);
});

it('puts those that used much behind those that did not, but not for ever', () => {
  const { ran, ask, turn } = start('much', 'little');
  ask('much', 1, 30);
  ask('much', 3, 1);
  ask('little', 12, 1);
  for (let n = 0; n < 8; n += 1) turn();
  const order = ran.filter((name) => name !== '|');
  expect(order.slice(0, 10)).toEqual(['much1', ...names('little', 9)]);
  expect(order.indexOf('much1', 1)).toBe(10);
  expect(order.slice(11, 14)).toEqual(['little10', 'little11', 'little12']);
});

it('puts those that are refused again and again behind those that are not', () => {
  const { ran, ask, turn, chargeRefusal, pass } = start('refused', 'other');
  for (let n = 0; n < 7; n += 1) chargeRefusal('refused');
  ask('other', 1, 4);
  ask('refused', 1, 1);
  ask('other', 3, 1);
  for (let n = 0; n < 3; n += 1) turn();
  expect(ran.filter((name) => name !== '|').slice(0, 3)).toEqual(['other1', 'other1', 'other2']);
  pass(2_000);
  turn();
  ran.length = 0;
  ask('refused', 1, 1);
  expect(ran).toEqual(['refused1']);
});

it('puts one that had a connection cut behind all others for a second, and closes none of its own', () => {
  const { ran, ask, read, turn, waiting, chargeCut, isCrowded, pass } = start('greedy', 'other');
  for (let n = 0; n < 100; n += 1) chargeCut('greedy');
  ask('other', 1, 4);
  read('greedy', 20, 1);
  ask('other', 3, 1);
  expect(isCrowded('greedy')).toBe(false);
  for (let n = 0; n < 3; n += 1) turn();
  expect(ran.filter((name) => name !== '|').slice(0, 3)).toEqual(['other1', 'other1', 'other2']);
  for (let n = 0; n < 100 && waiting() > 0; n += 1) {
    pass(100);
    turn();
  }
  expect(ran).toContain('read greedy20');
  // However many were cut.
  for (let n = 0; n < 100; n += 1) chargeCut('greedy');
  pass(1_001);
  turn();
  ran.length = 0;
  ask('greedy', 1, 1);
  expect(ran).toEqual(['greedy1']);
});

it('has no more than some connections of a heavy client wait to be read, if it is refused', () => {
  const { read, ask, turn, isCrowded, chargeRefusal } = start('heavy', 'many', 'light', 'other');
  ask('heavy', 1, 30);
  ask('many', 1, 30);
  chargeRefusal('heavy');
  ask('other', 1, 4);
  read('many', 20, 1);
  expect(isCrowded('many')).toBe(false);
  const leaves = read('heavy', 7, 1);
  read('light', 20, 1);
  expect(isCrowded('heavy')).toBe(false);
  leaves.push(...read('heavy', 1, 1));
  expect(isCrowded('heavy')).toBe(true);
  expect(isCrowded('light')).toBe(false);
  leaves[0]?.();
  expect(isCrowded('heavy')).toBe(false);
  for (let n = 0; n < 40; n += 1) turn();
  expect(isCrowded('heavy')).toBe(false);
});

it('puts newcomers behind those that were there before, but not for ever', () => {
  const { ran, ask, turn } = start('old', 'busy');
  ask('busy', 1, 4);
  ask('new', 3, 1);
  ask('old', 5, 1);
  for (let n = 0; n < 5; n += 1) turn();
  const order = ran.filter((name) => name !== '|').slice(1);
  expect(order).toEqual(['old1', 'old2', 'old3', 'new1', 'old4', 'old5', 'new2', 'new3']);
});

it('begins newcomers one by one while their turns are late, each after as long a pause', () => {
  const { ran, ask, turn, pass } = start('old');
  for (const client of ['new', 'other', 'third']) ask(client, 1, 0);
  turn();
  expect(ran).toEqual(['|', 'new1']);
  // What came over its connection took 13 ms.
  pass(13);
  turn();
  ask('old', 1, 0);
  pass(12);
  turn();
  expect(ran).toEqual(['|', 'new1', '|', 'old1', '|']);
  pass(1);
  turn();
  expect(ran.slice(-1)).toEqual(['other1']);
  turn();
  expect(ran.slice(-1)).toEqual(['third1']);
});

it('lets heavy clients pause while others ask, three times as long as their turns took', () => {
  const { ran, ask, turn, pass } = start('much', 'other');
  ask('much', 1, 30);
  turn();
  ask('much', 3, 4);
  ask('other', 1, 1);
  turn();
  // Twelve milliseconds from here, of which the other's request takes one.
  expect(ran).toEqual(['much1', '|', 'much1', '|', 'other1']);
  turn();
  pass(10);
  turn();
  // A client that is not heavy finds the event loop free meanwhile.
  ask('other', 1, 1);
  expect(ran.slice(5)).toEqual(['|', '|', 'other1']);
  turn();
  expect(ran.slice(8)).toEqual(['|', 'much2']);
});

it('lets nobody pause for longer than a tenth of a second', () => {
  const { ran, ask, turn, pass } = start('much', 'other');
  ask('much', 1, 30);
  turn();
  ask('much', 2, 300);
  ask('other', 1, 0);
  turn();
  pass(99);
  turn();
  expect(ran).toEqual(['much1', '|', 'much1', '|', 'other1', '|']);
  pass(1);
  turn();
  expect(ran.slice(6)).toEqual(['|', 'much2']);
});

it('does not let a heavy client pause that is alone', () => {
  const { ran, ask, turn, pass } = start('much');
  ask('much', 1, 30);
  pass(1_000);
  turn();
  ask('much', 3, 4);
  turn();
  turn();
  expect(ran).toEqual(['much1', '|', 'much1', '|', 'much2', '|', 'much3']);
});

it('forgets who does not wait any more', () => {
  const { ran, waiting, ask, turn } = start('a', 'b', 'c');
  ask('a', 1, 4);
  const [leave] = [ask('b', 1, 1), ask('c', 1, 1)];
  for (const one of leave) one();
  expect(waiting()).toBe(1);
  turn();
  for (const one of leave) one();
  expect([ran, waiting()]).toEqual([['a1', '|', 'c1'], 0]);
});

it('forgives what was used a while ago', () => {
  const { ran, ask, turn, pass } = start('a', 'b', 'c');
  ask('a', 1, 30);
  pass(2_000);
  turn();
  ask('b', 1, 4);
  ask('a', 1, 1);
  ask('c', 1, 1);
  turn();
  expect(ran).toEqual(['a1', '|', 'b1', '|', 'a1', 'c1']);
});

it('begins fewer while turns take long, and more again when they do not', () => {
  const { ran, ask, turn, pass } = start('a');
  ask('a', 10, 0);
  ask('a', 200, 0.001);
  const begun = (milliseconds: number) => {
    const before = ran.length;
    pass(milliseconds);
    turn();
    return ran.length - before - 1;
  };
  expect([1, 6, 1, 6].map(begun)).toEqual([10, 5, 6, 3]);
  expect([6, 6, 6, 1].map(begun)).toEqual([2, 2, 2, 3]);
});

const names = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1}`);

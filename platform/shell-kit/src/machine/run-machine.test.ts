import { createManualClock } from '@tallystick/timing/manual-clock';
import { expect, it } from 'vitest';
import { runMachine, type Step, type TimerEffect } from './run-machine.ts';

type Input = 'start' | 'stop' | 'chain' | 'chained' | 'over';
type Effect = { type: 'note'; text: Input };
type Timer = 'rest';

/** Appends each input to its state, and notes it. */
function open(spread?: (timer: Timer, milliseconds: number) => number) {
  const { clock, advance } = createManualClock();
  const notes: string[] = [];
  const machine = runMachine<readonly Input[], Input, Effect, Timer>({
    initial: [],
    transition(state, input): Step<readonly Input[], Effect | TimerEffect<Timer>> {
      const timers: TimerEffect<Timer>[] =
        input === 'start'
          ? [{ type: 'arm', timer: 'rest', milliseconds: 100 }]
          : input === 'stop'
            ? [{ type: 'disarm', timer: 'rest' }]
            : [];
      return { state: [...state, input], effects: [...timers, { type: 'note', text: input }] };
    },
    carryOut({ text }) {
      if (text === 'chain') machine.dispatch('chained');
      notes.push(text);
    },
    timers: { clock, elapsed: () => 'over', ...(spread && { spread }) },
  });
  return { machine, notes, advance };
}

it('takes an input that an effect leads to when the effects before it are carried out', () => {
  const { machine, notes } = open();
  machine.dispatch('chain');
  expect(notes).toEqual(['chain', 'chained']);
  expect(machine.state()).toEqual(['chain', 'chained']);
});

it('tells listeners of each state once its effects are carried out, until they stop', () => {
  const { machine, notes } = open();
  const heard: unknown[] = [];
  const stop = machine.subscribe(() => heard.push([machine.state().at(-1), notes.at(-1)]));
  machine.dispatch('start');
  stop();
  machine.dispatch('stop');
  expect(heard).toEqual([['start', 'start']]);
});

it('runs a timer once; armed again it begins anew, disarmed it does not end', () => {
  const { machine, advance } = open();
  machine.dispatch('start');
  advance(60);
  machine.dispatch('start');
  advance(60);
  expect(machine.state()).toEqual(['start', 'start']);
  advance(40);
  advance(1_000);
  expect(machine.state()).toEqual(['start', 'start', 'over']);
  machine.dispatch('start');
  machine.dispatch('stop');
  advance(1_000);
  expect(machine.state().at(-1)).toBe('stop');
});

it('spreads a timer as it is told', () => {
  const { machine, advance } = open((_timer, milliseconds) => milliseconds * 2);
  machine.dispatch('start');
  advance(199);
  expect(machine.state()).toEqual(['start']);
  advance(1);
  expect(machine.state()).toEqual(['start', 'over']);
});

it('goes on after an effect that threw', () => {
  const { machine } = open();
  const stop = machine.subscribe(() => {
    stop();
    throw new Error('oh');
  });
  expect(() => machine.dispatch('start')).toThrow('oh');
  machine.dispatch('stop');
  expect(machine.state()).toEqual(['start', 'stop']);
});

// @vitest-environment jsdom
import { boardStates } from '@tallystick/registry/contract/board-states.testing';
import type { Actor } from '@tallystick/registry/contract/tokens';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SessionContext } from '../session/signed-in.ts';
import { Situation } from './situation.tsx';

afterEach(cleanup);

function show(state: keyof typeof boardStates, scope: Actor['scope'], open: string | null = null) {
  const actor: Actor = { tokenId: 'ana', name: 'ana', scope };
  render(
    <SessionContext value={{ actor, signOut: async () => ({ ok: true, value: null }) }}>
      <Situation board={boardStates[state]} channel="production" open={open} />
    </SessionContext>,
  );
  return screen.queryAllByRole('button').map((button) => button.textContent);
}

const manager = { kind: 'manager' } as const;

it('has one button for each thing that can be taken away, for those who may', () => {
  expect(show('several failing', manager)).toEqual(['Go back to 4be1d0c', 'Go back to 9d2f001']);
  cleanup();
  expect(show('several failing', { kind: 'publisher', app: 'notes' })).toEqual([
    'Go back to 4be1d0c',
  ]);
  cleanup();
  expect(show('canary failing', { kind: 'publisher', app: 'notes', may: 'publish' })).toEqual([]);
  screen.getByText(/^Canary 113bca9 of notes/);
});

it('resumes a paused ramp, ships another build where none is before, and offers nothing elsewhere', () => {
  expect(show('ramp paused', manager)).toEqual(['Resume the ramp']);
  cleanup();
  expect(show('live failing, nothing before', manager)).toEqual(['Release another build']);
  cleanup();
  expect(show('ramp paused', { kind: 'manager', channels: ['staging'] })).toEqual([]);
  cleanup();
  expect(show('ramp paused', { kind: 'viewer' })).toEqual([]);
});

it('takes settings back with which a share of browsers fails more often', () => {
  expect(show('settings of a share failing', manager)).toEqual(['Take the settings back']);
});

it('leaves to the panel beside it what that says of its app', () => {
  expect(show('several failing', manager, 'notes')).toEqual(['Go back to 9d2f001']);
});

// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import type { Answer } from '../admin/answer.ts';
import { Account } from '../frame/account.tsx';
import { useSession } from './session.ts';
import { SessionContext } from './signed-in.ts';

afterEach(cleanup);

/** Signs ana in, and out again over an API that answers `answer` to that. */
async function signOutWith(answer: Answer<null>): Promise<void> {
  const admin = adminWith({
    session: async () => ({
      ok: true,
      value: { tokenId: '1a2b3c4d', name: 'ana', scope: { kind: 'manager' } },
    }),
    signOut: async () => answer,
  });
  const openAdmin = () => admin;
  function Desk() {
    const { state, signOut } = useSession(openAdmin, null);
    if (state.phase === 'visitor') return <p>{state.notice}</p>;
    if (state.phase !== 'signed-in') return null;
    return (
      <SessionContext value={{ actor: state.actor, signOut }}>
        <Account />
      </SessionContext>
    );
  }
  render(<Desk />);
  fireEvent.click(await screen.findByText('Sign out'));
}

describe('signing out', () => {
  it('is said once the registry has ended the session, or knows of none', async () => {
    await signOutWith({ ok: true, value: null });
    expect(await screen.findByText('You are signed out.')).toBeDefined();
    cleanup();
    await signOutWith({ ok: false, code: 'unauthorized', problem: 'Sign in first.' });
    expect(await screen.findByText('You are signed out.')).toBeDefined();
  });

  it('is not said where the registry did not answer: that is told, and one stays signed in', async () => {
    await signOutWith({ ok: false, code: 'offline', problem: 'The registry does not answer.' });
    const said = await screen.findByText('The registry does not answer.');
    expect(said.closest('[role=alert]')).not.toBeNull();
    expect(screen.queryByText('You are signed out.')).toBeNull();
    expect(screen.getByText('Sign out')).toBeDefined();
  });
});

it('sends the code of a link again where the registry did not answer', async () => {
  const lost = {
    ok: false,
    code: 'unavailable',
    problem: 'The registry does not answer.',
  } as const;
  const sent: string[] = [];
  const admin = adminWith({
    session: async () => ({ ok: false, code: 'unauthorized', problem: 'Sign in first.' }),
    signIn: async (code) => {
      sent.push(code);
      return sent.length === 1 ? lost : { ok: false, code: 'unauthorized', problem: 'No.' };
    },
  });
  const openAdmin = () => admin;
  function Desk() {
    const { state } = useSession(openAdmin, 'the code');
    if (state.phase === 'unreachable') return <p>{state.trouble.problem}</p>;
    return state.phase === 'visitor' ? <p>{state.notice}</p> : null;
  }
  render(<Desk />);
  await screen.findByText('The registry does not answer.');
  await screen.findByText('This link was used already, or is too old. Sign in with a token.');
  expect(sent).toEqual(['the code', 'the code']);
});

// @vitest-environment jsdom
import type { Actor } from '@tallystick/registry/contract/tokens';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import type { Answer } from '../admin/answer.ts';
import { Account } from '../frame/account.tsx';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { LinkQuestion } from './link-question.tsx';
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
  await screen.findByText('This link has already been used or has expired. Sign in with a token.');
  expect(sent).toEqual(['the code', 'the code']);
});

describe('a link that is opened while somebody is signed in', () => {
  giveDialogs();
  const manager = { kind: 'manager' } as const;
  function open(link: Answer<null>): string[] {
    const sent: string[] = [];
    let name = 'ana';
    const admin = adminWith({
      session: async () => ({ ok: true, value: { tokenId: name, name, scope: manager } }),
      signIn: async (code) => {
        sent.push(code);
        if (link.ok) name = 'mallory';
        return link;
      },
    });
    const openAdmin = () => admin;
    function Desk() {
      const { state, signIn, signOut, leaveLink } = useSession(openAdmin, 'the code');
      if (state.phase !== 'signed-in') return null;
      const { actor, link: code } = state;
      return (
        <SessionContext value={{ actor, signOut }}>
          <p>{`It is ${actor.name}`}</p>
          {code && <LinkQuestion code={code} signIn={signIn} onClose={leaveLink} />}
        </SessionContext>
      );
    }
    render(<Desk />);
    return sent;
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('takes nobody’s session away unasked', async () => {
    const sent = open({ ok: true, value: null });
    const question = await screen.findByRole('dialog', { name: 'Sign in by the link?' });
    expect(question.textContent).toContain('You are signed in as ana.');
    press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('It is ana')).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('signs in where that is wanted', async () => {
    const sent = open({ ok: true, value: null });
    await screen.findByRole('dialog');
    press('Sign in by the link');
    expect(await screen.findByText('It is mallory')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual(['the code']);
  });

  it('is said to be over, and whoever is signed in stays so', async () => {
    open({ ok: false, code: 'unauthorized', problem: 'No.' });
    await screen.findByRole('dialog');
    press('Sign in by the link');
    expect(
      await screen.findByText('This link has already been used or has expired.'),
    ).toBeDefined();
    press('Cancel');
    expect(screen.getByText('It is ana')).toBeDefined();
  });
});

it('follows who signs in, out and in again in another tab', async () => {
  const manager = { kind: 'manager' } as const;
  let answer: Answer<Actor> = { ok: true, value: { tokenId: '1', name: 'ana', scope: manager } };
  const admin = adminWith({ session: async () => answer });
  let end = () => {};
  const openAdmin = (onEnded: () => void) => {
    end = onEnded;
    return admin;
  };
  function Desk() {
    const { state } = useSession(openAdmin, null);
    return state.phase === 'signed-in' ? <p>{`${state.actor.name} ${state.ended}`}</p> : null;
  }
  render(<Desk />);
  await screen.findByText('ana false');
  act(() => end());
  await screen.findByText('ana true');
  answer = { ok: true, value: { tokenId: '2', name: 'ben', scope: manager } };
  fireEvent(document, new Event('visibilitychange'));
  await screen.findByText('ben false');
});

it('keeps who has signed in when an older answer comes late', async () => {
  const manager = { kind: 'manager' } as const;
  const asks: ((name: string) => void)[] = [];
  const admin = adminWith({
    session: () =>
      new Promise((resolve) => {
        asks.push((name) => resolve({ ok: true, value: { tokenId: name, name, scope: manager } }));
      }),
    signIn: async () => ({ ok: true, value: null }),
    signOut: async () => ({ ok: true, value: null }),
  });
  const openAdmin = () => admin;
  let session: Pick<ReturnType<typeof useSession>, 'signIn' | 'signOut'> | undefined;
  function Desk() {
    const { state, ...rest } = useSession(openAdmin, null);
    session = rest;
    return <p>{state.phase === 'signed-in' ? state.actor.name : state.phase}</p>;
  }
  render(<Desk />);
  const answer = async (nth: number, name: string) => {
    await expect.poll(() => asks.length).toBeGreaterThan(nth);
    await act(async () => asks[nth]?.(name));
  };
  await answer(0, 'ana');
  fireEvent(document, new Event('visibilitychange'));
  await act(async () => session?.signOut());
  await screen.findByText('visitor');
  const entering = session?.signIn('tsr_ben');
  await answer(2, 'ben');
  await entering;
  await screen.findByText('ben');
  await answer(1, 'ana');
  expect(screen.getByText('ben')).toBeDefined();
});

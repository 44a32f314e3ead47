// @vitest-environment jsdom
import type { ChangeAnswer, NamedChange } from '@tallystick/registry/contract/change-request';
import { changeSchema, type Revision } from '@tallystick/registry/contract/channel';
import { refusedFor } from '@tallystick/registry/contract/problem';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import type { Admin } from '../admin/admin.ts';
import type { Answer, Trouble } from '../admin/answer.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { board, ledger1, ledger2, ledger3, published, revision } from '../board/board.testing.ts';
import { giveEvents, lookAgain } from '../live/live.testing.ts';
import { LiveFeed } from '../live/live.tsx';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { ChangeDialog } from './change-dialog.tsx';
import type { ChangeIntent } from './intent.ts';

beforeAll(giveDialogs);
beforeAll(giveEvents);
afterEach(cleanup);

const rollback = { kind: 'rollback', apps: ['mfe-ledger'], recall: false } satisfies ChangeIntent;
const promote: ChangeIntent = { kind: 'promote', apps: ['mfe-ledger'] };

/** The revision that takes mfe-ledger back, as number `number`. */
const back = (number: number): Revision => ({
  ...revision,
  revision: number,
  kind: 'rollback',
  moves: [{ app: 'mfe-ledger', from: ledger2, to: ledger1, canaryFrom: null, canaryTo: null }],
});
const ledger4 = '0.4.0-eeeeeeeeeeee';
const others: Revision = { ...revision, revision: 8, by: 'ben', reason: 'New wording' };
/** What a look at a change says that would be revision `number`. */
const wouldBe = (number: number, change: NamedChange): { ok: true; value: ChangeAnswer } => ({
  ok: true,
  value: {
    outcome: 'would-be',
    revision: back(number),
    change: v.parse(changeSchema, change),
  },
});
const already: { ok: true; value: ChangeAnswer } = {
  ok: true,
  value: { outcome: 'already', revision: others },
};
const moved: Trouble = { ok: false, code: 'moved', problem: 'production is at revision 8.' };

interface Sent {
  seen: number;
  change: NamedChange;
}

/** Opens the dialog over an API that answers changes one after another. */
function open(
  calls: Partial<Admin>,
  answers: readonly (Answer<ChangeAnswer> | null)[] = [null],
  intent: ChangeIntent = rollback,
) {
  const sent: Sent[] = [];
  let done = 0;
  let previews = 0;
  const admin = adminWith({
    board: async () => ({ ok: true, value: board }),
    builds: async () => ({ ok: true, value: [] }),
    // The channel is one revision further at each look.
    preview: async (_channel, change) => {
      previews += 1;
      return wouldBe(7 + previews, change);
    },
    history: async () => ({
      ok: true,
      value: { revisions: [others, { ...revision, revision: 7 }], next: null },
    }),
    change: async (_channel, change, seen) => {
      const answer = answers[sent.length] ?? null;
      sent.push({ seen, change });
      return answer ?? { ok: true, value: { outcome: 'made', revision: back(seen + 1) } };
    },
    ...calls,
  });
  render(
    <AdminContext value={admin}>
      <LiveFeed paused={false}>
        <ChangeDialog
          channel="production"
          intent={intent}
          onClose={() => {}}
          onDone={() => {
            done += 1;
          }}
        />
      </LiveFeed>
    </AdminContext>,
  );
  return { sent, done: () => done };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the dialog of a change', () => {
  it('shows what will change and how many tabs leave, and sends the reason at a tap', async () => {
    const { sent, done } = open({});
    await screen.findByText('6 open tabs run bbbbbbb and leave it at the next navigation.');
    fireEvent.click(await button('Load failures'));
    fireEvent.click(await button('Roll back'));
    await expect.poll(done).toBe(1);
    expect(sent).toEqual([
      {
        seen: 7,
        change: {
          kind: 'rollback',
          apps: ['mfe-ledger'],
          to: {},
          recall: false,
          reason: 'Load failures',
        },
      },
    ]);
  });

  it('has a field for each setting, and sends what was typed for a share', async () => {
    const declared = {
      size: { type: 'integer' as const, default: 20, maximum: 100, description: 'Rows of a page' },
      newList: { type: 'boolean' as const, default: false },
    };
    const intent: ChangeIntent = { kind: 'configure', apps: ['mfe-ledger'], declared, set: null };
    const { sent, done } = open({}, [null], intent);
    const size = await screen.findByLabelText('size');
    fireEvent.change(size, { target: { value: '101' } });
    expect(screen.getByText('size must be 100 or less')).toBeDefined();
    expect((await button('Change settings')).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(size, { target: { value: '50' } });
    expect(screen.getByText('Rows of a page')).toBeDefined();
    fireEvent.change(screen.getByLabelText('newList'), { target: { value: 'true' } });
    fireEvent.change(screen.getByLabelText('For'), { target: { value: 'share' } });
    fireEvent.click(await button('Try it'));
    const send = await button('Change settings');
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(send);
    await expect.poll(done).toBe(1);
    expect(sent[0]?.change).toEqual({
      kind: 'configure',
      app: 'mfe-ledger',
      set: { size: 50, newList: true },
      percent: 5,
      now: false,
      reason: 'Try it',
    });
  });

  it('promotes as a ramp, with the shares that were typed', async () => {
    const builds = [published(ledger3)];
    const { sent, done } = open(
      { builds: async () => ({ ok: true, value: builds }) },
      [null],
      promote,
    );
    fireEvent.click(await screen.findByLabelText(/^As a ramp/));
    const shares = screen.getByLabelText('Shares of browsers, in percent');
    expect(shares).toHaveProperty('value', '1, 5, 25, 100');
    fireEvent.change(shares, { target: { value: '10, 5' } });
    expect(shares.getAttribute('aria-invalid')).toBe('true');
    expect((await button('Start the ramp')).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(shares, { target: { value: '10 %, 100' } });
    fireEvent.click(await button('Planned release'));
    const send = await button('Start the ramp');
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(send);
    await expect.poll(done).toBe(1);
    expect(sent[0]?.change).toEqual({
      kind: 'canary',
      builds: { 'mfe-ledger': ledger3 },
      percent: 10,
      steps: [100],
      reason: 'Planned release',
    });
  });

  it('asks for a reason before it sends anything', async () => {
    const { sent } = open({});
    await screen.findByText('Every page load gets it from now on.');
    fireEvent.click(await button('Roll back'));
    await screen.findByText('Enter a reason: it is kept in history.');
    expect(document.activeElement).toBe(screen.getByLabelText('Why'));
    expect(sent).toEqual([]);
  });

  it('tells who was faster, keeps the reason, and asks again for what is there now', async () => {
    const { sent, done } = open({}, [moved, null]);
    await screen.findByText('Every page load gets it from now on.');
    fireEvent.change(screen.getByLabelText('Why'), { target: { value: 'Totals are wrong' } });
    fireEvent.click(await button('Roll back'));

    const notice = await screen.findByRole('alert');
    expect(document.activeElement?.contains(notice)).toBe(true);
    expect(notice.textContent).toContain('Revision 8');
    expect(notice.textContent).toContain('by ben: “New wording”');
    expect(notice.textContent).not.toContain('Revision 7');
    expect(screen.getByLabelText('Why')).toHaveProperty('value', 'Totals are wrong');
    expect(done()).toBe(0);

    const again = await button('Roll back anyway');
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(again);
    await expect.poll(done).toBe(1);
    expect(sent.map(({ seen, change }) => [seen, change.reason])).toEqual([
      [7, 'Totals are wrong'],
      [8, 'Totals are wrong'],
    ]);
  });

  it('sends what the registry said that is meant', async () => {
    const to = { 'mfe-ledger': ledger1 };
    const { sent } = open({
      preview: async (_channel, { reason }) =>
        wouldBe(8, { kind: 'rollback', apps: ['mfe-ledger'], to, recall: false, reason }),
    });
    await screen.findByText('Every page load gets it from now on.');
    fireEvent.click(await button('Too slow'));
    fireEvent.click(await button('Roll back'));
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.change).toMatchObject({ to, reason: 'Too slow' });
  });

  it('says that the channel is like that already, and lets nobody go on', async () => {
    const { sent } = open({ preview: async () => already });
    await screen.findByText('Nothing: revision 8 of the channel is already like this.');
    expect((await button('Roll back')).getAttribute('aria-disabled')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('tells who has made the same meanwhile', async () => {
    const { sent, done } = open({}, [already]);
    await screen.findByText('Every page load gets it from now on.');
    fireEvent.click(await button('Too slow'));
    fireEvent.click(await button('Roll back'));
    expect((await screen.findByRole('alert')).textContent).toContain('by ben: “New wording”');
    expect([sent.length, done()]).toEqual([1, 0]);
  });

  it('says the reason of a lock and the way out, and lets nobody go on', async () => {
    const lock = {
      ...{ channel: 'production', app: 'mfe-ledger' },
      ...{ by: 'ben', reason: 'Freeze', at: revision.at },
    };
    const { sent } = open({ preview: async () => refusedFor({ code: 'locked', lock }) });
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('The app is locked');
    expect(notice.textContent).toContain('mfe-ledger is locked by ben: Freeze. ');
    expect(notice.textContent).toContain('Ask ben. A manager can unlock it.');
    expect((await button('Roll back')).getAttribute('aria-disabled')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('says that a build is paused, why, and who ends that', async () => {
    const condemned = {
      ...{ why: 'paused' as const, app: 'mfe-ledger', build: ledger3, percent: 20, revision: 6 },
      ...{ at: revision.at, by: 'the registry', reason: 'it failed in 9 of 25 browsers' },
    };
    const preview = async () => refusedFor({ code: 'condemned', condemned });
    const builds = [published(ledger3)];
    open({ builds: async () => ({ ok: true, value: builds }), preview }, [null], promote);
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('The build is paused');
    expect(notice.textContent).toContain('by the registry in revision 6: it failed in 9 of 25');
    expect(notice.textContent).toContain('ask a manager to resume this one');
    expect(notice.textContent).not.toContain('lock');
  });

  it('asks which is meant beside a canary, and takes the live build only when that is said', async () => {
    const { sent } = open({
      preview: async (_channel, change) => {
        const canary = { build: ledger3, percent: 20 };
        const beside = { app: 'mfe-ledger', live: ledger2, canary, paused: true };
        return change.kind === 'rollback' && change.live?.includes('mfe-ledger')
          ? wouldBe(8, change)
          : refusedFor({ code: 'ambiguous', ...beside });
      },
    });
    const live = await screen.findByLabelText(/the live build of mfe-ledger/);
    expect(live).toHaveProperty('checked', false);
    expect(screen.getByRole('dialog').textContent).toContain('is paused: no browser gets that.');
    expect((await button('Roll back')).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(live);
    await expect
      .poll(async () => (await button('Roll back')).getAttribute('aria-disabled'))
      .toBe('false');
    fireEvent.change(screen.getByLabelText('Why'), { target: { value: 'Totals are wrong' } });
    fireEvent.click(await button('Roll back'));
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.change).toMatchObject({ kind: 'rollback', live: ['mfe-ledger'] });
  });

  it.each(['offline', 'unavailable', 'limited'] as const)(
    'asks again what will change where the answer was %s, and waits for a slow one',
    async (code) => {
      const answers: ((given: Trouble | null) => void)[] = [];
      open({
        preview: (_channel, change, signal) =>
          new Promise((resolve, reject) => {
            answers.push((given) => resolve(given ?? wouldBe(8, change)));
            signal?.addEventListener('abort', () => reject(signal.reason));
          }),
      });
      await expect.poll(() => answers.length).toBe(1);
      answers[0]?.({ ok: false, code, problem: 'Not now.' });
      await screen.findByText('Not now.');
      await lookAgain();
      await expect.poll(() => answers.length).toBe(2);
      await lookAgain();
      answers[1]?.(null);
      await screen.findByText('Every page load gets it from now on.');
      expect((await button('Roll back')).getAttribute('aria-disabled')).toBe('false');
      await lookAgain();
      expect(answers).toHaveLength(2);
    },
  );

  it('asks again once somebody has signed in again, and says no more of the session that ended', async () => {
    const ended = { ok: false, code: 'unauthorized', problem: 'Sign in.' } as const;
    let looks = 0;
    open({
      preview: async (_channel, change) => {
        looks += 1;
        return looks === 1 ? ended : wouldBe(8, change);
      },
    });
    await expect.poll(() => looks).toBe(1);
    await act(async () => {});
    expect(screen.queryByRole('alert')).toBeNull();
    await lookAgain();
    await screen.findByText('Every page load gets it from now on.');
    expect((await button('Roll back')).getAttribute('aria-disabled')).toBe('false');
  });

  it('offers to go back to what was live in the channel alone', async () => {
    const builds = [
      published(ledger3),
      { ...published(ledger4), liveIn: ['preview'] },
      ...[ledger2, ledger1].map((build) => ({ ...published(build), liveIn: ['production'] })),
    ];
    open({ builds: async () => ({ ok: true, value: builds }) });
    const choice = await screen.findByLabelText('Roll back to');
    await screen.findByRole('option', { name: /^aaaaaaa/ });
    expect(choice.querySelectorAll('option')).toHaveLength(2);
  });

  it('goes back to the build that the button on the board names', async () => {
    const { sent, done } = open({}, [null], { ...rollback, build: ledger1 });
    await screen.findByText('Every page load gets it from now on.');
    fireEvent.click(await button('Load failures'));
    fireEvent.click(await button('Roll back'));
    await expect.poll(done).toBe(1);
    expect(sent).toMatchObject([{ change: { to: { 'mfe-ledger': ledger1 } } }]);
  });

  it('stays open with the words of a refusal that comes at the end', async () => {
    const problem = 'Your token may move mfe-auth alone.';
    const { done } = open({}, [{ ok: false, code: 'forbidden', problem }]);
    await screen.findByText('Every page load gets it from now on.');
    fireEvent.click(await button('Too slow'));
    fireEvent.click(await button('Roll back'));
    expect((await screen.findByRole('alert')).textContent).toContain(problem);
    expect(done()).toBe(0);
  });

  it('sends the build that it suggested, whatever is published meanwhile', async () => {
    let builds = [ledger3, ledger2].map(published);
    const { sent, done } = open(
      { builds: async () => ({ ok: true, value: builds }) },
      [null],
      promote,
    );
    await screen.findByText('Every page load gets it from now on.');
    fireEvent.click(await button('Planned release'));
    builds = [ledger4, ledger3, ledger2].map(published);
    await lookAgain();
    await screen.findByRole('option', { name: /^eeeeeee/ });
    expect(screen.getByLabelText('Build')).toHaveProperty('value', ledger3);
    await expect
      .poll(async () => (await button('Promote')).getAttribute('aria-disabled'))
      .toBe('false');
    fireEvent.click(await button('Promote'));
    await expect.poll(done).toBe(1);
    expect(sent.map(({ change }) => change)).toEqual([
      { kind: 'promote', builds: { 'mfe-ledger': ledger3 }, reason: 'Planned release' },
    ]);
  });

  it('still names the build that somebody else made live meanwhile', async () => {
    let current = revision;
    open(
      {
        board: async () => ({ ok: true, value: { ...board, current } }),
        builds: async () => ({ ok: true, value: [ledger4, ledger3, ledger2].map(published) }),
      },
      [moved],
      { ...promote, build: ledger3 },
    );
    await screen.findByText('Every page load gets it from now on.');
    current = { ...revision, revision: 8, builds: { 'mfe-ledger': ledger3 } };
    await lookAgain();
    await screen.findByRole('option', { name: /^bbbbbbb/ });
    const choice = screen.getByLabelText('Build');
    expect(choice).toHaveProperty('value', ledger3);
    expect(choice).toHaveProperty('selectedOptions.0.text', 'ccccccc');
  });
});

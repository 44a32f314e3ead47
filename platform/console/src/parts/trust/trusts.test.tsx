// @vitest-environment jsdom
import type { Route } from '@tallystick/registry/contract/route';
import { trustRoutes } from '@tallystick/registry/parts/trust/contract/routes';
import type { ListedTrust, Trust } from '@tallystick/registry/parts/trust/contract/trust';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith, answering } from '../../admin/admin.testing.ts';
import { AdminContext } from '../../admin/use-admin.ts';
import { Announcements } from '../../ui/announcements.tsx';
import { giveDialogs } from '../../ui/dialog.testing.ts';
import { Trusts } from './trusts.tsx';

const { trusts, withdrawTrust } = trustRoutes;

beforeAll(giveDialogs);
afterEach(cleanup);

const trust: Trust = {
  id: '1a2b3c4d',
  app: 'mfe-notes',
  issuer: 'https://gitlab.example',
  claims: { project_path: 'org/notes', ref: 'main' },
  may: 'promote',
  createdAt: '2026-11-23T12:00:00.000Z',
  createdBy: 'ana',
};

const other: Trust = { ...trust, id: '5e6f7a8b', app: 'mfe-other' };

/** Shows the list over an API that has these; `asked` is told of each call first, and waited for. */
function show(listed: readonly ListedTrust[], asked?: (route: Route, given: object) => unknown) {
  const answers = new Map<Route, unknown>([
    [trusts, listed],
    [withdrawTrust, trust],
  ]);
  render(
    <AdminContext value={adminWith(answering(answers, asked))}>
      <Announcements>
        <Trusts />
      </Announcements>
    </AdminContext>,
  );
}

it('says whom a manager trusts with what, and withdraws it after a question', async () => {
  const withdrawn: object[] = [];
  show([trust], (route, given) => {
    if (route === withdrawTrust) withdrawn.push(given);
  });
  const row = (await screen.findByText('mfe-notes')).closest('li');
  expect(row?.textContent).toContain('publishes and moves buildsproject_path=org/notes, ref=main');
  expect(row?.textContent).toContain('https://gitlab.exampleby ana');
  fireEvent.click(screen.getByText('Withdraw'));
  expect(withdrawn).toEqual([]);
  const [, confirm] = screen.getAllByText('Withdraw');
  fireEvent.click(confirm ?? document.body);
  await expect.poll(() => withdrawn).toEqual([{ params: { id: '1a2b3c4d' } }]);
  const said = screen.getByRole('status');
  await expect.poll(() => said.textContent).toBe('Trust for mfe-notes is withdrawn.');
});

it('says why a trust is not honoured any more', async () => {
  const problem = 'Its claims name none whose run it is. Withdraw it, and trust anew.';
  show([trust, { ...other, problem }]);
  const row = (await screen.findByText('mfe-other')).closest('li');
  expect(row?.textContent).toContain(`Not in use. ${problem}`);
  expect(screen.getByText('mfe-notes').closest('li')?.textContent).not.toContain('Not in use');
});

it('keeps the next question open when an answer comes to one that was left', async () => {
  const first = Promise.withResolvers<void>();
  show([trust, other], (route) => (route === withdrawTrust ? first.promise : undefined));
  const begin = async (app: string) =>
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`Withdraw .*${app}`) }));
  await begin('mfe-notes');
  const dialog = screen.getByRole('dialog');
  fireEvent.click(within(dialog).getByText('Withdraw'));
  fireEvent.click(within(dialog).getByText('Cancel'));
  await begin('mfe-other');
  first.resolve();
  const said = screen.getByRole('status');
  await expect.poll(() => said.textContent).toBe('Trust for mfe-notes is withdrawn.');
  expect(screen.getByRole('dialog').textContent).toContain('mfe-other');
});

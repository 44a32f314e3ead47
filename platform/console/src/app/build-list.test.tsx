// @vitest-environment jsdom
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { board, ledger1, ledger2, ledger3 } from '../board/board.testing.ts';
import { standingOf } from '../board/standing.ts';
import { SessionContext } from '../session/signed-in.ts';
import { BuildList } from './build-list.tsx';

afterEach(cleanup);

const run = 'https://github.com/org/ledger/actions/runs/7';
const origin = { repository: 'org/ledger', commit: '0123456789abcdef' };
const build = (id: string, more: Partial<BuildSummary> = {}): BuildSummary => ({
  app: 'mfe-ledger',
  build: id,
  kind: 'remote',
  size: 1_000,
  files: 3,
  publishedAt: '2026-11-23T12:00:00.000Z',
  publishedBy: 'ana',
  ...more,
});
const signedIn = {
  actor: { tokenId: 'ana', name: 'ana', scope: { kind: 'publisher', app: 'mfe-ledger' } },
  signOut: async () => ({ ok: true, value: null }) as const,
} as const;

it('says where builds come from, and offers no change with one for previews', () => {
  const verified = {
    ...origin,
    run,
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 's',
  };
  const builds = [
    build(ledger3, { previewOnly: true, provenance: { said: origin } }),
    build(ledger2),
    build(ledger1, { provenance: { verified, said: { repository: 'org/other' } } }),
  ];
  render(
    <AdminContext value={adminWith({})}>
      <SessionContext value={signedIn}>
        <BuildList
          channel="production"
          standing={standingOf(board, 'mfe-ledger')}
          builds={builds}
          may
        />
      </SessionContext>
    </AdminContext>,
  );
  const [preview, live, older] = screen.getAllByRole('listitem');
  if (!preview || !live || !older) throw new Error('three builds');
  expect(preview.textContent).toContain('For previews');
  expect(preview.textContent).toContain('from org/ledger@01234567, not verified');
  expect(within(preview).queryAllByRole('button')).toEqual([]);
  expect(live.textContent).not.toContain('from ');
  const link = within(older).getByText('from org/ledger@01234567, verified');
  expect(link.getAttribute('href')).toBe(run);
  expect(within(older).getAllByRole('button')).toHaveLength(2);
});

it('says nothing of where a build comes from if neither repository nor commit is known', () => {
  render(
    <AdminContext value={adminWith({})}>
      <SessionContext value={signedIn}>
        <BuildList
          channel="production"
          standing={standingOf(board, 'mfe-ledger')}
          builds={[build(ledger1, { provenance: { said: { ref: 'main' } } })]}
          may
        />
      </SessionContext>
    </AdminContext>,
  );
  expect(screen.getByRole('listitem').textContent).not.toContain('from ');
});

it('says what took a build back, and offers a manager to resume it in place of shipping it', () => {
  const manager = { tokenId: 'ben', name: 'ben', scope: { kind: 'manager' } } as const;
  const taken = {
    ...{ why: 'recalled' as const, app: 'mfe-ledger', build: ledger3, revision: 6 },
    ...{ at: board.current?.at ?? '', by: 'ana', reason: 'it signs people out' },
  };
  const shown = (actor: typeof manager | typeof signedIn.actor) => {
    render(
      <AdminContext value={adminWith({})}>
        <SessionContext value={{ ...signedIn, actor }}>
          <BuildList
            channel="production"
            standing={standingOf({ ...board, condemned: [taken] }, 'mfe-ledger')}
            builds={[build(ledger3)]}
            may
          />
        </SessionContext>
      </AdminContext>,
    );
    const item = screen.getByRole('listitem');
    const names = within(item)
      .queryAllByRole('button')
      .map((one) => one.textContent);
    const text = item.textContent;
    cleanup();
    return { names, text };
  };
  const { names, text } = shown(manager);
  expect(text).toContain('recalled');
  expect(text).toContain('Taken back by ana: “it signs people out”');
  expect(names).toContain('Resume');
  expect(names).not.toContain('Promote');
  expect(shown(signedIn.actor).names).not.toContain('Resume');
});

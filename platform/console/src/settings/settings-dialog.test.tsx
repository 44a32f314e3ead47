// @vitest-environment jsdom
import type { AppSettings, NewSettings } from '@tallystick/registry/contract/app-settings';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import type { Answer } from '../admin/answer.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { SettingsDialog } from './settings-dialog.tsx';

beforeAll(giveDialogs);
afterEach(cleanup);

const settings: AppSettings = {
  app: 'mfe-ledger',
  revision: 3,
  limits: { bytes: 40_000_000, drafts: 5 },
  connect: ['https://api.example.org'],
  paths: ['/:team/notes'],
  openings: ['wasm'],
  changed: { at: '2026-11-21T00:00:00.000Z', by: 'ann', reason: 'maps' },
};

/** Opens the dialog over an API that answers `answers`, one after the other, and to who asks `newest`. */
function open(
  answers: Answer<AppSettings>[] = [{ ok: true, value: settings }],
  newest: Answer<AppSettings> = { ok: false, code: 'offline', problem: 'Nothing answers.' },
) {
  const sent: { expected: number; wanted: NewSettings }[] = [];
  let closed = 0;
  const admin = adminWith({
    changeSettings: async (_app, expected, wanted) => {
      sent.push({ expected, wanted });
      const [answer] = answers.splice(0, 1);
      if (answer === undefined) throw new Error('It is sent once too often.');
      return answer;
    },
    settings: async () => newest,
  });
  render(
    <AdminContext value={admin}>
      <SettingsDialog
        settings={settings}
        onClose={() => {
          closed += 1;
        }}
      />
    </AdminContext>,
  );
  return { sent, closed: () => closed };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByText('Change settings', { selector: 'button' }));

it('sends all settings, for the revision that was seen', async () => {
  const { sent, closed } = open();
  type('Size per build, in MB', '12.5');
  type('Drafts at a time', '');
  type('Approved', '/:team/notes, https://rates.example.org frames:https://films.example.org');
  send();
  expect(sent).toEqual([]);
  type('Why', 'rates of the day');
  send();
  await expect.poll(closed).toBe(1);
  expect(sent).toEqual([
    {
      expected: 3,
      wanted: {
        limits: { bytes: 12_500_000 },
        connect: ['https://rates.example.org'],
        paths: ['/:team/notes'],
        openings: ['frames:https://films.example.org'],
        reason: 'rates of the day',
      },
    },
  ]);
});

it('sends no limit that is none, and says why the registry refuses', async () => {
  const refused = { ok: false, code: 'moved', problem: 'They are at revision 4.' } as const;
  const { sent, closed } = open([refused]);
  type('Why', 'rates of the day');
  type('Files per build', '2001');
  send();
  expect(screen.getByText('A number from 1 to 2,000, or nothing.')).toBeDefined();
  expect(sent).toEqual([]);
  const field = screen.getByLabelText('Files per build');
  expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true']);
  type('Files per build', '2000');
  send();
  const why = await screen.findByRole('alert');
  expect(why.textContent).toBe('Somebody else made a change firstThey are at revision 4.');
  expect(closed()).toBe(0);
});

it('shows what somebody else made of them meanwhile, keeps what was typed, and can be sent again', async () => {
  const theirs: AppSettings = {
    ...settings,
    revision: 4,
    limits: { bytes: 40_000_000, drafts: 9, files: 300 },
    changed: { at: '2026-11-22T00:00:00.000Z', by: 'bob', reason: 'more drafts' },
  };
  const refused = { ok: false, code: 'moved', problem: 'They are at revision 4.' } as const;
  const { sent, closed } = open([refused, { ok: true, value: theirs }], {
    ok: true,
    value: theirs,
  });
  type('Why', 'rates of the day');
  send();
  // While the answer is on its way.
  type('Files per build', '500');
  await screen.findByText(/^bob changed them in the meantime: “more drafts”/);
  expect(screen.getByLabelText('Drafts at a time')).toHaveProperty('value', '9');
  expect(closed()).toBe(0);
  send();
  await expect.poll(closed).toBe(1);
  expect(sent.map(({ expected, wanted }) => [expected, wanted.limits])).toEqual([
    [3, { bytes: 40_000_000, drafts: 5 }],
    [4, { bytes: 40_000_000, files: 500, drafts: 9 }],
  ]);
});

it.each([
  ['8.2', 8_200_000],
  ['4.1', 4_100_000],
  ['16,4', 16_400_000],
])('takes %s megabytes for whole bytes', async (typed, bytes) => {
  const { sent, closed } = open();
  type('Size per build, in MB', typed);
  type('Why', 'rates of the day');
  send();
  expect(screen.queryByText(/^A number from/)).toBeNull();
  await expect.poll(closed).toBe(1);
  expect(sent[0]?.wanted.limits.bytes).toBe(bytes);
});

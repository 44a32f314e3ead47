import type { TabReport } from '@tallystick/shared/contracts/release-news';
import { createManualClock } from '@tallystick/shared/machine/manual-clock';
import { expect, it } from 'vitest';
import { createRunning } from '../federation/running.ts';
import { createReports } from './reports.ts';

/** Reports of a page whose network is there or not. */
function open() {
  const running = createRunning();
  const { clock, advance } = createManualClock();
  const sent: TabReport[] = [];
  const network = { up: true };
  const reports = createReports({
    tab: crypto.randomUUID(),
    channel: 'production',
    shell: { app: 'shell', build: '1.0.0-000000000000' },
    revision: () => 1,
    running,
    clock,
    send: async (report) => {
      sent.push(report);
      return network.up;
    },
    sendLast: (report) => sent.push(report),
  });
  const pass = async (milliseconds: number) => {
    advance(milliseconds);
    await Promise.resolve();
  };
  reports.start();
  return { running, reports, sent, network, pass };
}

it('tells again, once, what could not be told, before what came after it', async () => {
  const { running, sent, network, pass } = open();
  network.up = false;
  running.loaded('mfe-note', '1', 12);
  await pass(50);
  running.failed('mfe-note', '1', 'chunk');
  await pass(50);
  network.up = true;
  running.stepped('mfe-note', '1', null);
  await pass(50);
  expect(sent.at(-1)).toMatchObject({
    loads: [{ app: 'mfe-note', build: '1', took: 12 }],
    failures: [{ app: 'mfe-note', build: '1', kind: 'chunk' }],
    steps: [{ app: 'mfe-note', from: '1', to: null }],
    recovered: [],
  });
  await pass(30_000);
  expect(sent.at(-1)).toMatchObject({ loads: [], failures: [], steps: [] });
});

it('keeps a bounded number of what cannot be told', async () => {
  const { running, reports, sent, network, pass } = open();
  network.up = false;
  for (let time = 0; time < 80; time += 1) {
    running.failed('mfe-note', String(time), 'render');
    await pass(50);
  }
  reports.leave();
  expect(sent.at(-1)?.failures).toHaveLength(50);
});

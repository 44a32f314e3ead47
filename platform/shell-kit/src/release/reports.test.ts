import type { TabReport, Vitals } from '@tallystick/contract/release-news';
import { createManualClock } from '@tallystick/timing/manual-clock';
import { expect, it } from 'vitest';
import { build, releaseDocument } from './release-document.testing.ts';
import { createReleaseMachine } from './release-machine.ts';
import { createReports } from './reports.ts';

const one = build('ledger', 'a');

/** Reports of a page whose network is there or not. */
function open(ticket: () => string | undefined = () => 'ticket') {
  const { clock, advance } = createManualClock();
  const release = createReleaseMachine({
    shell: 's',
    release: releaseDocument(1),
    reloadedFor: null,
    broken: [],
    endedIn: null,
    load: async () => {},
    clock,
  });
  const { dispatch } = release;
  const sent: TabReport[] = [];
  const network = { up: true };
  const vitals: Vitals = {};
  const reports = createReports({
    release,
    clock,
    ticket,
    vitals: () => vitals,
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
  return { dispatch, reports, sent, network, vitals, pass };
}

it('tells again, once, what could not be told, before what came after it', async () => {
  const { dispatch, sent, network, pass } = open();
  network.up = false;
  dispatch({ type: 'loaded', build: one, took: 12 });
  await pass(50);
  dispatch({ type: 'failed', build: one, kind: 'render' });
  await pass(50);
  network.up = true;
  dispatch({ type: 'mounted', build: one });
  await pass(50);
  expect(sent.at(-1)).toMatchObject({
    loads: [{ ...one, took: 12 }],
    failures: [{ ...one, kind: 'render' }],
    steps: [{ app: 'ledger', from: 'a', to: null }],
    recovered: [],
    running: { shell: 's', ledger: 'a' },
  });
  await pass(30_000);
  expect(sent.at(-1)).toMatchObject({ loads: [], failures: [], steps: [] });
});

it('tells nothing before it has what it is counted by, but what a page that goes has to tell', async () => {
  let ticket: string | undefined;
  const { dispatch, sent, pass, reports } = open(() => ticket);
  dispatch({ type: 'failed', build: one, kind: 'render' });
  for (let time = 0; time < 5; time += 1) await pass(50);
  expect(sent).toEqual([]);
  ticket = 'ticket';
  await pass(50);
  expect(sent).toMatchObject([{ ticket, failures: [{ ...one, kind: 'render' }] }]);
  ticket = undefined;
  reports.leave();
  expect(sent.at(-1)).toMatchObject({ leaving: true });
  expect(sent.at(-1)).not.toHaveProperty('ticket');
});

it('keeps a bounded number of what cannot be told', async () => {
  const { dispatch, reports, sent, network, pass } = open();
  network.up = false;
  for (let time = 0; time < 80; time += 1) {
    dispatch({ type: 'failed', build: build('ledger', String(time)), kind: 'render' });
    await pass(50);
  }
  reports.leave();
  expect(sent.at(-1)?.failures).toHaveLength(50);
});

it('tells of each error once, in reports of four, and of ten at most', async () => {
  const { dispatch, sent, pass } = open();
  const erred = (message: string) =>
    dispatch({ type: 'erred', error: { ...one, name: 'Error', message, frames: [] } });
  const told = () => sent.flatMap(({ errors }) => errors ?? []).map(({ message }) => message);
  erred('a');
  erred('a');
  await pass(50);
  expect(told()).toEqual(['a']);
  for (const message of 'abcdefghijklmn') {
    erred(message);
    await pass(50);
  }
  expect(told().join('')).toBe('abcdefghij');
});

it('tells when the page was painted once it has settled, with what it tells anyway, and how it answers as it goes', async () => {
  const { reports, sent, network, vitals, pass } = open();
  const told = () => sent.flatMap((report) => report.vitals ?? []);
  Object.assign(vitals, { lcp: 900, inp: 40 });
  await pass(50);
  expect(told()).toEqual([]);
  vitals.lcp = 1_200;
  await pass(5_000);
  await pass(50);
  expect(sent).toHaveLength(1);
  network.up = false;
  await pass(25_000);
  network.up = true;
  await pass(30_000);
  await pass(30_000);
  expect(sent).toHaveLength(4);
  expect(told()).toEqual([{ lcp: 1_200 }, { lcp: 1_200 }]);
  reports.leave();
  reports.start();
  await pass(30_000);
  expect(told().slice(2)).toEqual([{ inp: 40 }]);
});

it('tells of a page that goes early what there is', async () => {
  const { reports, sent, vitals, pass } = open();
  Object.assign(vitals, { lcp: 700 });
  await pass(50);
  reports.leave();
  expect(sent.at(-1)).toMatchObject({ leaving: true, vitals: { lcp: 700 } });
});

// @vitest-environment jsdom
import type { Ledger } from '@tallystick/shared/api';
import { useLoaderData } from '@tallystick/shared/router';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useReducer } from 'react';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { startStubLedger, visit } from '../testing/visit.tsx';
import { type LoadingPage, loadTransfers } from './load-transfers.ts';
import { TransferSection } from './transfer-section.tsx';

// The feed that the list listens to is in its configuration.
const ledger = await startStubLedger();
afterEach(cleanup);
afterAll(ledger.close);

type AnswerOfList = Awaited<ReturnType<Ledger['transfers']>>;

/** The calls that were made. */
let asked: { readonly signal: AbortSignal; readonly answer: () => void }[];
beforeEach(() => {
  asked = [];
});

const row = {
  item: 'otc-1',
  trxn: 'trxn-1',
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'acme',
  debt: 'ada',
} as const;

/** A call whose answer waits for the test. */
const call = (_query: unknown, signal = new AbortController().signal) => {
  const { promise, resolve, reject } = Promise.withResolvers<AnswerOfList>();
  signal.addEventListener('abort', () => reject(signal.reason));
  const data = { list: [row], count: 1, sequence: 0 };
  asked.push({ signal, answer: () => resolve({ ok: true, code: 200, data }) });
  return promise;
};

function Page() {
  const [made, makeAgain] = useReducer((times: number) => times + 1, 0);
  return (
    <>
      <button type="button" onClick={makeAgain}>
        Make again
      </button>
      <TransferSection key={made} title="All" loading={useLoaderData<LoadingPage>()} />
    </>
  );
}

async function open() {
  const loader = ({ request }: { request: Request }) =>
    loadTransfers(request, { of: 'everything' }, call);
  const router = visit({ '/': { Component: Page, loader } }, '/');
  await screen.findByRole('heading', { name: 'All' });
  return router;
}

it('has its rows also where it is made again while they are on their way', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Make again' }));
  await act(async () => {
    for (const { answer } of asked) answer();
  });
  await screen.findByRole('link', { name: /trxn-1/ });
});

it('gives its call up when it is left', async () => {
  const router = await open();
  await act(() => router.navigate('/elsewhere'));
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
});

import { startStubLedger, visit } from '@tallystick/shared/testing/visit';
import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, it } from 'vitest';
import remote from '../remote.json' with { type: 'json' };
import { routes } from './routes.tsx';

const ledger = await startStubLedger();
afterEach(cleanup);
afterAll(ledger.close);

it('has a page for each declared path', () => {
  expect(Object.keys(routes)).toEqual(remote.routes.map(({ path }) => path));
});

it('says how many transfers the ledger has', async () => {
  const data = { list: [], count: 3, sequence: 0 };
  ledger.answer({ 'transfers/list/latest': () => ({ status: 200, body: { data } }) });
  visit(routes, '/placeholder');
  expect(await screen.findByText('3 transfers are on record.')).toBeTruthy();
  expect(ledger.calls.map(({ path }) => path)).toEqual(['transfers/list/latest']);
});

it('says why when the ledger does not answer', async () => {
  ledger.answer({
    'transfers/list/latest': () => ({ status: 503, body: { error: 'The ledger rests.' } }),
  });
  visit(routes, '/placeholder');
  expect(await screen.findByText('The ledger rests.')).toBeTruthy();
});

// @vitest-environment jsdom
import { startStubLedger, visit } from '@tallystick/shared/testing/visit';
import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { routes } from './routes.tsx';

const ledger = await startStubLedger();
afterEach(cleanup);
afterAll(ledger.close);

const rating = {
  item: 'otc-035592',
  trxn: 'b84020c6ad840e507b6418ebc130ff140ba9be6c',
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'otc-1128',
  debt: 'otc-13',
};

describe('/', () => {
  it('lists', async () => {
    ledger.answer({
      'transfers/list/latest': () => ({
        status: 200,
        body: { data: { list: [rating], count: 35_592, sequence: 4 } },
      }),
    });
    visit(routes, '/?page=2');
    expect(await screen.findByRole('heading', { name: 'Latest Transactions' })).toBeTruthy();
    screen.debug();
  });
});

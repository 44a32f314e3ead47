/** One line of ledger input; the contract is the import's. */
export type LedgerLine = Readonly<Record<string, unknown>>;

const firstMinute = Date.parse('2024-01-01T00:00:00.000Z');
const minute = 60_000;

/** A transfer `minutes` after the first of January 2024, with what `more` says. */
export function transfer(item: string, minutes: number, more: LedgerLine): LedgerLine {
  return {
    record: 'transfer',
    item,
    trxn: `tally-${item}`,
    stat: 6,
    crts: firstMinute + minutes * minute,
    vars: [],
    ...more,
  };
}

function party(kind: string, id: string, name: string): LedgerLine {
  return { record: 'party', kind, id, name };
}

const asset = { feat: { form: 'asset', sort: 'transfer' } };
const data = { feat: { form: 'data', sort: 'transfer' } };

/**
 * The ledger that the tests look at, 36 transfers. North College issued 23 credentials to Ada:
 * `asset-1` is the oldest, `asset-23` the newest. Lantern Bank asked for Ben's data ten times, once
 * for each status. True Mark verified Cleo twice. South Clinic's one credential has no transaction
 * id.
 */
export const fixtureLedger: readonly LedgerLine[] = [
  party('creator', 'north-college', 'North College'),
  party('creator', 'south-clinic', 'South Clinic'),
  party('consumer', 'lantern-bank', 'Lantern Bank'),
  party('checker', 'true-mark', 'True Mark'),
  party('user', 'ada', 'Ada Ash'),
  party('user', 'ben', 'Ben Birch'),
  party('user', 'cleo', 'Cleo Cherry'),
  ...Array.from({ length: 23 }, (_, place) =>
    transfer(`asset-${place + 1}`, place + 1, { ...asset, cred: 'north-college', debt: 'ada' }),
  ),
  ...Array.from({ length: 10 }, (_, stat) =>
    transfer(`data-${stat}`, 30 + stat, {
      ...data,
      cred: 'lantern-bank',
      debt: 'ben',
      stat,
      vars: [
        { name: 'Age', memo: 'In years', data: 34 },
        { name: 'Town', memo: 'Where the person lives', data: 'Haarlem' },
      ],
    }),
  ),
  transfer('check-1', 50, { ...data, cred: 'true-mark', debt: 'cleo', stat: 1 }),
  transfer('check-2', 51, { ...data, cred: 'true-mark', debt: 'cleo' }),
  transfer('nameless', 52, { ...asset, cred: 'south-clinic', debt: 'cleo', trxn: null }),
];

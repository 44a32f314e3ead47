import { text } from 'node:stream/consumers';
import { recordProofSchema, type Sealed } from '@tallystick/shared/contracts/record-proof';
import type { DataVariable } from '@tallystick/shared/contracts/transfer';
import { checkRecord, type RecordCheck } from '@tallystick/shared/records/check-record';
import * as v from 'valibot';
import type { LedgerRecord, TransferRecord } from '../ledger/ledger-record.ts';
import type { TestService } from '../service/service.testing.ts';
import { testToken } from '../service/service.testing.ts';
import { testRecordKey } from '../store/test-stores.testing.ts';
import { type CheckedExport, checkExport } from './check-export.ts';

/** The parties of `transfer`. */
export const parties: readonly LedgerRecord[] = [
  { record: 'party', kind: 'user', id: 'ada', name: 'Ada' },
  { record: 'party', kind: 'creator', id: 'bank', name: 'Bank' },
];

/** A closed transfer with a variable. */
export const transfer = (item: string, more: Partial<TransferRecord> = {}): TransferRecord => ({
  record: 'transfer',
  item,
  trxn: null,
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_453_684_324_000,
  cred: 'bank',
  debt: 'ada',
  vars: [{ name: 'degree', memo: '', data: 'BSc' }],
  ...more,
});

/** What the ledger's calls answer of a transfer, as a page shows it. */
async function shown({ call }: TestService, item: string) {
  const proof = await call('/records/proof', { data: { item } });
  if (proof.status !== 200) return null;
  const vars = await call('/transfers/data/details', { data: { item } });
  const data = v.parse(v.object({ data: recordProofSchema }), proof.body).data;
  const variables = v.safeParse(varsSchema, vars.body);
  return { proof: data, vars: variables.success ? variables.output.data.vars : [] };
}

const varsSchema = v.object({ data: v.object({ vars: v.array(v.custom<DataVariable>(Boolean)) }) });

/** What a page finds out about a transfer; null: the page is not found. */
export async function checkOnPage(service: TestService, item: string): Promise<RecordCheck | null> {
  const found = await shown(service, item);
  if (found === null) return null;
  const { proof, vars } = found;
  if (proof.transfer === null) return await checkRecord({ sealed: nothing, vars: null }, proof);
  const readable = proof.transfer.stat === 6 ? vars : null;
  return await checkRecord({ sealed: proof.transfer, vars: readable }, proof);
}

const nothing: Sealed = {
  item: '',
  trxn: null,
  stat: 0,
  form: 'asset',
  sort: '',
  crts: 0,
  cred: '',
  kind: 'creator',
  debt: '',
};

/** The lines of an export with proofs. */
export async function provenExport({ app }: TestService): Promise<string[]> {
  const answer = await app.inject({
    method: 'POST',
    url: '/transfers/export',
    headers: { authorization: testToken },
    payload: { data: { list: 'all', format: 'proofs' } },
    payloadAsStream: true,
  });
  return (await text(answer.stream())).trimEnd().split('\n');
}

/** What the command finds in these lines. */
export async function checkLines(
  lines: readonly string[],
  kept: string | null = null,
): Promise<CheckedExport> {
  async function* numbered() {
    for (const [place, line] of lines.entries()) yield { number: place + 1, text: line };
  }
  return await checkExport(numbered(), { key: testRecordKey.signer, kept });
}

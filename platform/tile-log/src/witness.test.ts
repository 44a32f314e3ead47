import { expect, it } from 'vitest';
import { proveConsistency } from './consistency.ts';
import { cosign, cosignedAt } from './cosignature.ts';
import { testCheckpoint, testSigner, testTree } from './log.testing.ts';
import { signatureTypes, textOfNote } from './note.ts';
import { parseVerifierKey, verifierKey } from './verifier-key.ts';
import { addCheckpointBody, judgeCheckpoint, type Witnessed } from './witness.ts';

const log = testSigner('log.example');
const successor = testSigner('next.log.example');
const keys = [log.signer, successor.signer];
const five = ['a', 'b', 'c', 'd', 'e'];
const rewritten = ['a', 'b', 'other', 'd', 'e', 'f'];

/** What a log of these entries asks, if it takes the witness to be at `old`. */
async function ask(entries: readonly string[], old: number, by = log): Promise<string> {
  const proof = await proveConsistency(testTree(entries).tree, old);
  return addCheckpointBody(old, proof, await testCheckpoint(entries, by));
}

async function witnessed(entries: readonly string[]): Promise<Witnessed> {
  const answer = judgeCheckpoint(await ask(entries, 0), keys, null);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.witnessed;
}

it('signs the first checkpoint, and each that continues it, by whichever key', async () => {
  const last = await witnessed(five);
  expect(last.size).toBe(5);
  expect(judgeCheckpoint(await ask(five, 5), keys, last)).toMatchObject({ status: 200 });
  for (const by of [log, successor]) {
    const answer = judgeCheckpoint(await ask([...five, 'f'], 5, by), keys, last);
    expect(answer).toMatchObject({ status: 200, witnessed: { size: 6 } });
  }
});

it('signs nothing else', async () => {
  const last = await witnessed(five);
  const judged = async (...asked: Parameters<typeof ask>) =>
    judgeCheckpoint(await ask(...asked), keys, last);
  // An end that was cut and rewritten, by the log's own key and by the next.
  for (const by of [log, successor]) {
    expect(await judged(rewritten, 5, by)).toMatchObject({ status: 422 });
  }
  expect(await judged(rewritten.slice(0, 5), 5)).toEqual({ status: 409, size: 5 });
  expect(await judged(five.slice(0, 4), 4)).toEqual({ status: 409, size: 5 });
  expect(await judged([...five, 'f'], 0)).toEqual({ status: 409, size: 5 });
  expect(await judged(['a'], 1, testSigner('other'))).toMatchObject({ status: 404 });
  expect(await judged(['a'], 1, testSigner('log.example'))).toMatchObject({ status: 403 });
  const body = await ask(five, 5);
  for (const bad of [
    '',
    'old 5',
    body.replace('old 5', 'old 05'),
    body.replace('old 5', 'old 6'),
  ]) {
    expect(judgeCheckpoint(bad, keys, last)).toMatchObject({ status: 400 });
  }
});

it('signs with the time, which who knows its key can read', async () => {
  const { signer, sign } = testSigner('witness.example', signatureTypes.cosignature);
  const note = await testCheckpoint(five, log);
  const line = cosign(textOfNote(note) ?? '', signer, sign, Date.parse('2026-12-01T00:00:00Z'));
  expect(cosignedAt(note + line, signer)).toBe(Date.parse('2026-12-01T00:00:00Z'));
  expect(cosignedAt(note, signer)).toBeNull();
  expect(cosignedAt(note.replace('\n5\n', '\n6\n') + line, signer)).toBeNull();
  expect(cosignedAt(note + line, { ...signer, type: signatureTypes.note })).toBeNull();
});

it('is known by a verifier key that shows if it was mistyped', () => {
  // Go's checksum database.
  const sumdb = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
  const signer = parseVerifierKey(sumdb);
  expect(signer && verifierKey(signer)).toBe(sumdb);
  for (const [what, by] of [
    ['033d', '033e'],
    ['Ac4z', 'Ac5z'],
    ['golang', 'golong'],
    ['+Ac', '+Bc'],
  ] as const) {
    expect(parseVerifierKey(sumdb.replace(what, by))).toBeNull();
  }
});

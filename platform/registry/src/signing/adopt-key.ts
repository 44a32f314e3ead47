import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@tallystick/settings/environment';
import type { Head } from '../audit/seal.ts';
import { verifyIn } from '../audit/verify.ts';
import { type OrRefusal, type Refusal, refusal } from '../contract/problem.ts';
import type { Hooks } from '../part/hooks.ts';
import { openWrites, type Reader, type SmallWrites, type Writer } from '../store/writes.ts';
import { sealAnew, sealEarlier } from './seal-history.ts';
import type { KeyPlace, SigningKey } from './signing-key.ts';

type Place = KeyPlace & Partial<Pick<Environment, 'RELEASE_RESIGN'>>;

/**
 * Ensures that the registry's history is sealed by the key, and refuses a key that other processes do not use.
 *
 * The history of an earlier version is sealed without being asked only once, by the key that it was written with.
 * Otherwise it takes RELEASE_RESIGN: rows that somebody puts into the database must not be sealed at the next start.
 * Answers whether anything was sealed.
 *
 * @param head of the log that this folder has seen, if there is one
 * @param hooks of the registry's parts
 */
export async function adoptKey(
  store: SmallWrites,
  key: SigningKey,
  environment: Place,
  head: Head | null,
  hooks: readonly Hooks[],
): Promise<OrRefusal<boolean>> {
  const { db } = store;
  const isTold = environment.RELEASE_RESIGN === 'on';
  const known = await readKey(db);
  const mayNot = isTold ? null : unlessOwn(known, key);
  if (mayNot) return mayNot;
  const isEmpty = !(await hasRows(db, 'audit'));
  const isSealed = isEmpty || (await hasRows(db, 'log_entry'));
  const seals = known === undefined || !isSealed || isTold;
  if (seals) {
    const refused = isEmpty || isTold ? null : unlessOnce(known, environment, head);
    if (refused) return refused;
    const sealed = await openWrites(store)(async (trx): Promise<OrRefusal<null>> => {
      // A process with another key may have started at the same time and been first.
      const wasFirst = isTold ? null : unlessOwn(await readKey(trx), key);
      return wasFirst ?? (await sealAll(trx, key, environment, hooks));
    });
    if (!sealed.ok) return sealed;
  }
  await notePublicKey(key, environment);
  return { ok: true, value: seals && !isEmpty };
}

async function hasRows(db: Reader, table: 'audit' | 'log_entry'): Promise<boolean> {
  const row = await db.selectFrom(table).select('sequence').limit(1).executeTakeFirst();
  return row !== undefined;
}

function readKey(db: Reader): Promise<{ id: string } | undefined> {
  return db.selectFrom('signing_key').select('id').executeTakeFirst();
}

function unlessOwn(known: { id: string } | undefined, { id }: SigningKey): Refusal | null {
  if (known === undefined || known.id === id) return null;
  const problem = `The releases are signed by the key ${known.id}, and this process has ${id}: give it the same RELEASE_KEY_FILE, or start once with RELEASE_RESIGN=on to sign all of them anew.`;
  return refusal('invalid', problem);
}

/**
 * A head in the folder means that this registry has sealed its history before. With RELEASE_KEY_FILE its absence says
 * nothing, because the folder may be new.
 */
function unlessOnce(
  known: { id: string } | undefined,
  { RELEASE_KEY_FILE }: Place,
  head: Head | null,
): Refusal | null {
  if (known === undefined) {
    const problem =
      'The releases are not signed: start once with RELEASE_RESIGN=on if they are what you released.';
    return refusal('invalid', problem);
  }
  if (RELEASE_KEY_FILE === undefined && head === null) return null;
  const problem =
    'The history of releases was not written by this registry: start once with RELEASE_RESIGN=on if it is what you did.';
  return refusal('invalid', problem);
}

async function sealAll(
  trx: Writer,
  key: SigningKey,
  { DATA_DIR, RELEASE_RESIGN }: Place,
  hooks: readonly Hooks[],
): Promise<OrRefusal<null>> {
  const isTold = RELEASE_RESIGN === 'on';
  const isSame = (await readKey(trx))?.id === key.id;
  const isSealed = await hasRows(trx, 'log_entry');
  // Another process has sealed it since the check; sealing it again would break what that one has appended.
  if (isSealed && isSame && !isTold) return { ok: true, value: null };
  const sealed = isSealed
    ? await sealAnew(trx, key, isSame)
    : await sealEarlier(trx, key, DATA_DIR, isTold);
  const { problems } = sealed.ok ? await verifyIn(trx, hooks, key) : { problems: [sealed.problem] };
  const [problem] = problems;
  if (problem !== undefined) {
    return refusal('invalid', `The releases cannot be signed: ${problem}.`);
  }
  await trx
    .insertInto('signing_key')
    .values({ one: true, id: key.id })
    .onConflict((taken) => taken.column('one').doUpdateSet({ id: key.id }))
    .execute();
  return { ok: true, value: null };
}

/** Writes the public key beside a key in the data folder: a shell that is built elsewhere needs it. */
async function notePublicKey(
  { publicKey }: SigningKey,
  { DATA_DIR, RELEASE_KEY_FILE }: Place,
): Promise<void> {
  if (RELEASE_KEY_FILE !== undefined) return;
  const file = join(DATA_DIR, 'release-signing.pub');
  const noted = `${publicKey}\n`;
  if (!existsSync(file) || (await readFile(file, 'utf8')) !== noted) await writeFile(file, noted);
}

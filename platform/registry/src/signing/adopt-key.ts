import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@tallystick/settings/environment';
import { takeOverLinks } from '../audit/audit.ts';
import { verify } from '../audit/verify.ts';
import { type Head, openLinkMac } from '../audit/walk.ts';
import { type Refusal, type Result, refusal } from '../contract/problem.ts';
import type { Hooks } from '../part/hooks.ts';
import { openWrites, type Reader, type SmallWrites, type Writer } from '../store/writes.ts';
import { signEverything } from './sign-rows.ts';
import type { KeyPlace, SigningKey } from './signing-key.ts';

/**
 * Sees to it that what the registry has is signed by the key, and refuses to go on with another key
 * than that of the other processes. What is there is taken over by itself only once, at the first start
 * with a key in the data folder, or with the first version that keeps a head there; and else when
 * RELEASE_RESIGN says so. What somebody puts into the database must not be taken over at the next start.
 * Answers whether anything was taken over.
 *
 * @param head the head of the audit chain that is kept in the data folder, if one is
 * @param hooks of the registry's parts
 */
export async function adoptKey(
  store: SmallWrites,
  key: SigningKey,
  environment: KeyPlace & Partial<Pick<Environment, 'RELEASE_RESIGN'>>,
  head: Head | null,
  hooks: readonly Hooks[],
): Promise<Result<boolean>> {
  const { db } = store;
  const { DATA_DIR, RELEASE_KEY_FILE, RELEASE_RESIGN = 'off' } = environment;
  // There once a key of this folder has signed a registry. A shell that is built elsewhere needs it too.
  const mark = join(DATA_DIR, 'release-signing.pub');
  const own = RELEASE_KEY_FILE === undefined;
  const first = own && !existsSync(mark);
  const resign = RELEASE_RESIGN === 'on';
  const known = await readKey(db);
  const mayNot = resign ? null : unlessOwn(known, key);
  if (mayNot) return mayNot;
  const hasRows = async (table: 'audit' | 'audit_mac') =>
    (await db.selectFrom(table).select('sequence').limit(1).executeTakeFirst()) !== undefined;
  const isEmpty = !(await hasRows('audit'));
  const isSealed = isEmpty || (await hasRows('audit_mac'));
  const takesOver = known === undefined || !isSealed || resign;
  if (takesOver) {
    if (known === undefined && !isEmpty && !first && !resign) {
      const problem =
        'The releases are not signed: start once with RELEASE_RESIGN=on if they are what you released.';
      return refusal('invalid', problem);
    }
    // A head in the folder means that this registry took over before: it must not do so twice.
    if (!isSealed && !resign && (!own || head !== null)) {
      const problem =
        'The history of releases was not written by this registry: start once with RELEASE_RESIGN=on if it is what you did.';
      return refusal('invalid', problem);
    }
    const { ok, problems } = await verify(db, hooks);
    if (!ok) return refusal('invalid', `The releases cannot be signed: ${problems[0]}.`);
    const signed = await openWrites(store)(async (trx): Promise<Result<null>> => {
      // A process with another key may have started beside this one, and was first.
      const wasFirst = resign ? null : unlessOwn(await readKey(trx), key);
      return wasFirst ?? (await signAll(trx, key));
    });
    if (!signed.ok) return signed;
  }
  const noted = `${key.publicKey}\n`;
  if (own && (first || (await readFile(mark, 'utf8')) !== noted)) await writeFile(mark, noted);
  return { ok: true, value: takesOver && !isEmpty };
}

function readKey(db: Reader): Promise<{ id: string } | undefined> {
  return db.selectFrom('signing_key').select('id').executeTakeFirst();
}

function unlessOwn(known: { id: string } | undefined, { id }: SigningKey): Refusal | null {
  if (known === undefined || known.id === id) return null;
  const problem = `The releases are signed by the key ${known.id}, and this process has ${id}: give it the same RELEASE_KEY_FILE, or start once with RELEASE_RESIGN=on to sign all of them anew.`;
  return refusal('invalid', problem);
}

async function signAll(trx: Writer, key: SigningKey): Promise<Result<null>> {
  await signEverything(trx, key);
  await takeOverLinks(trx, openLinkMac(key));
  await trx
    .insertInto('signing_key')
    .values({ one: true, id: key.id })
    .onConflict((taken) => taken.column('one').doUpdateSet({ id: key.id }))
    .execute();
  return { ok: true, value: null };
}

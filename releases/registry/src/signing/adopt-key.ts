import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@tallystick/shared/environment';
import { verify } from '../audit/verify.ts';
import { refuse } from '../refusals.ts';
import type { Result } from '../registry.ts';
import type { Reader, Write, Writer } from '../store/writes.ts';
import { signEverything } from './sign-rows.ts';
import type { KeyPlace, SigningKey } from './signing-key.ts';

export interface AdoptParts {
  db: Reader;
  write: Write;
  key: SigningKey;
  environment: KeyPlace & Partial<Pick<Environment, 'RELEASE_RESIGN'>>;
}

/**
 * Sees to it that what the registry has is signed by the key, and refuses to go on with another key
 * than that of the other processes. What is there is signed by itself only once, at the first start
 * with a key in the data folder, and else when RELEASE_RESIGN says so: what somebody puts into the
 * database without a signature must not get one at the next start.
 */
export async function adoptKey({ db, write, key, environment }: AdoptParts): Promise<Result<null>> {
  const { DATA_DIR, RELEASE_KEY_FILE, RELEASE_RESIGN = 'off' } = environment;
  // Written when this folder's key has signed a registry; also for those who build a shell elsewhere.
  const mark = join(DATA_DIR, 'release-signing.pub');
  const first = RELEASE_KEY_FILE === undefined && !existsSync(mark);
  const resign = RELEASE_RESIGN === 'on';
  const known = await db.selectFrom('signing_key').select('id').executeTakeFirst();
  const some = await db.selectFrom('build').select('app').limit(1).executeTakeFirst();
  const isEmpty = some === undefined;
  if (known?.id !== key.id || resign) {
    if (known !== undefined && !resign) {
      return refuse(
        'invalid',
        `The releases are signed by the key ${known.id}, and this process has ${key.id}: give it the same RELEASE_KEY_FILE, or start once with RELEASE_RESIGN=on to sign all of them anew.`,
      );
    }
    if (!isEmpty && !first && !resign) {
      return refuse(
        'invalid',
        'The releases are not signed: start once with RELEASE_RESIGN=on if they are what you released.',
      );
    }
    const { ok, problems } = await verify(db);
    if (!ok) return refuse('invalid', `The releases cannot be signed: ${problems[0]}.`);
    await write((trx) => signAll(trx, key));
  }
  if (first) await writeFile(mark, `${key.publicKey}\n`);
  return { ok: true, value: null };
}

async function signAll(trx: Writer, key: SigningKey): Promise<Result<null>> {
  await signEverything(trx, key);
  await trx
    .insertInto('signing_key')
    .values({ one: true, id: key.id })
    .onConflict((taken) => taken.column('one').doUpdateSet({ id: key.id }))
    .execute();
  return { ok: true, value: null };
}

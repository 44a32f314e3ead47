import { type Problem, type Result, refused } from '@tallystick/contract/result';
import type { Environment } from '@tallystick/settings/environment';
import { openStoreClock } from '@tallystick/store/clock';
import { openStore, type Store } from '@tallystick/store/store';
import { damageProblem } from './audit/examine.ts';
import {
  forgetCheckpoint,
  type KeptCheckpoint,
  openKeptCheckpoint,
} from './audit/kept-checkpoint.ts';
import { type FilesPlace, openFiles } from './files/open-files.ts';
import type { Part } from './part/part.ts';
import type { Registry } from './registry.ts';
import { registryOver, type Watching } from './registry-over.ts';
import { adoptKey } from './signing/adopt-key.ts';
import { forgetEarlierHead } from './signing/earlier-chain.ts';
import { type KeyPlace, openSigningKey, type SigningKey } from './signing/signing-key.ts';
import { definitionWith } from './store/definition.ts';
import type { Database } from './store/schema.ts';

/** What says where a registry keeps what it has. */
export type RegistryPlace = Pick<Environment, 'DATA_DIR'> &
  Partial<Pick<Environment, 'DATABASE_URL' | 'RELEASE_RESIGN' | 'STORE_CLOCK'>> &
  FilesPlace &
  KeyPlace;

/**
 * Opens the registry that the environment names, and brings its tables up to date.
 *
 * @param wall milliseconds since 1970, by the machine's clock
 * @param watching absent: this process judges no builds and sends no notices
 */
export async function openRegistry(
  environment: RegistryPlace,
  wall: () => number = () => Date.now(),
  watching: Watching = {},
): Promise<Result<Registry>> {
  const files = openFiles(environment);
  if (!files.ok) return files;
  const unreached = await files.value.check().then(() => null, bucketProblem);
  if (unreached !== null) return unreached;
  const { parts = [], log } = watching;
  const opened = await openStore<Database>(definitionWith(parts), environment);
  if (!opened.ok) return opened;
  const { value: store } = opened;
  const kept = await openKept(store, environment, parts, log).catch((error: unknown) =>
    damageProblem(error, store),
  );
  if (!kept.ok) {
    await store.close();
    return kept;
  }
  const clock = await openStoreClock(store.db, { wall }, environment.STORE_CLOCK === 'reset');
  if (clock.behind > noticeable) {
    const seconds = Math.round(clock.behind / 1_000);
    log?.(`The clock is ${seconds} s behind the time of the registry, which goes on by its own.`);
  }
  const close = async () => {
    await clock.close();
    await store.close();
  };
  const { key, checkpoint } = kept.value;
  const own = { store: { ...store, close }, files: files.value, key, checkpoint };
  return { ok: true, value: registryOver({ ...own, now: clock.now, wall, ...watching }) };
}

/** A server without its files would be asked for pages, and have none to give. */
function bucketProblem(error: unknown): Problem {
  const reason = error instanceof Error ? whyOf(error) : String(error);
  return refused(`The bucket of ARTIFACTS_URL cannot be read: ${reason}.`);
}

/** `fetch` says why in the cause of its error alone. */
const whyOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message);

/** What is kept outside of the database: the key, which has then sealed the log, and the furthest checkpoint of that. */
async function openKept(
  store: Store<Database>,
  environment: RegistryPlace,
  parts: readonly Part[],
  log?: (line: string) => void,
): Promise<Result<{ key: SigningKey; checkpoint: KeptCheckpoint }>> {
  const signing = await openSigningKey(environment);
  if (!signing.ok) return signing;
  const { value: key } = signing;
  const { DATA_DIR: folder, RELEASE_RESIGN } = environment;
  const resigns = RELEASE_RESIGN === 'on';
  const known = resigns ? null : await openKeptCheckpoint(folder);
  if (known === null && !resigns) return unreadable(folder);
  const adopted = await adoptKey(store, key, environment, known?.head ?? null, parts);
  if (!adopted.ok) return refused(adopted.problem);
  // Signing anew accepts the log as it is now, so a longer one from before counts no more.
  if (resigns) await forgetCheckpoint(folder);
  await forgetEarlierHead(folder);
  const checkpoint = known ?? (await openKeptCheckpoint(folder));
  if (checkpoint === null) return unreadable(folder);
  if (adopted.value) {
    log?.(
      resigns
        ? 'Releases, history and tokens were taken over as the database has them: look through `release token list`.'
        : 'The history of releases was verified, and is in the audit log from now on.',
    );
  }
  return { ok: true, value: { key, checkpoint } };
}

function unreadable(folder: string): Problem {
  return refused(
    `The checkpoint of the audit log in ${folder} cannot be read: start once with RELEASE_RESIGN=on if the releases are what you released.`,
  );
}

/** Milliseconds by which the machine's clock may be behind without a word. */
const noticeable = 60_000;

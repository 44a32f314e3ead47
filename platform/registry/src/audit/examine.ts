import { integrityInThread } from '@tallystick/contract/file-hashes';
import { type Problem, refused } from '@tallystick/contract/result';
import { damageOf, readBlocks, tablesOf } from '@tallystick/store/damage';
import type { Store } from '@tallystick/store/store';
import type { Verification } from '../contract/history.ts';
import type { FileStores } from '../files/file-store.ts';
import { inTurn } from '../files/in-turn.ts';
import type { Hooks } from '../part/hooks.ts';
import { buildRecords, readBuild } from '../publish/builds.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Database } from '../store/schema.ts';
import { emptyHash } from './seal.ts';
import { verify } from './verify.ts';

/** Blocks that are read at a time, eight megabytes: a statement has no more than some seconds. */
const stretch = 1_024;
/** How many problems of a sort are reported. */
const maxProblems = 20;

/**
 * Whether the registry is whole: each block of each table can be read, the history holds, each build
 * has its files. What cannot be read is reported as a problem, with what to do, never as an error.
 */
export async function examine(
  store: Pick<Store<Database>, 'db' | 'query'>,
  files: Pick<FileStores, 'artifacts'>,
  hooks: readonly Hooks[],
  key: SigningKey,
): Promise<Verification> {
  const damage = await unreadableTables(store.query);
  const followed = await verify(store.db, hooks, key).catch((error: unknown): Verification => {
    const reason = damageOf(error) ?? (damage.length > 0 ? undefined : unknown(error));
    if (reason !== undefined) damage.push(`the history cannot be followed: ${reason}`);
    return { ok: false, entries: 0, revisions: 0, head: emptyHash, problems: [], advice: [] };
  });
  const missing = await missingFiles(store.db, files).catch((error: unknown) => {
    const reason = damageOf(error);
    if (reason === undefined) throw error;
    return [];
  });
  const problems = [...damage, ...followed.problems, ...missing];
  const advice = [
    ...(damage.length > 0 ? [adviceOf.damage] : []),
    ...(followed.problems.length > 0 ? [adviceOf.history] : []),
    ...(missing.length > 0 ? [adviceOf.files] : []),
  ];
  return { ...followed, ok: problems.length === 0, problems, advice };
}

const adviceOf = {
  damage:
    'The database is damaged. Publish and promote nothing, keep a copy of it as it is, and put back the newest backup that verifies: docs/operations.md, "When the registry is damaged".',
  history:
    'Rows were lost, or changed past the registry. Compare with a backup whose head you know, and put that back if you cannot say why: docs/operations.md, "When the registry is damaged".',
  files:
    'Publish those builds again from the same build folders, or put their files back from a backup; a file that is not what was published has to be removed first.',
} as const;

/** An error that damage may have caused further up, such as a date that is none. */
function unknown(error: unknown): string {
  if (error instanceof RangeError || error instanceof TypeError) return error.message;
  throw error;
}

/** Says, of an error that damage may have caused, what cannot be read; throws any other. */
export async function damageProblem(
  error: unknown,
  { query }: Pick<Store<Database>, 'query'>,
): Promise<Problem> {
  if (damageOf(error) === undefined) throw error;
  const where = (await unreadableTables(query)).join('; ') || damageOf(error);
  return refused(`The registry of releases is damaged: ${where}. ${adviceOf.damage}`);
}

async function unreadableTables(query: Store<Database>['query']): Promise<string[]> {
  const problems: string[] = [];
  for (const { table, blocks } of await tablesOf(query)) {
    for (let from = 0; from < blocks; from += stretch) {
      const some = { table, from, to: Math.min(from + stretch, blocks) };
      await readBlocks(query, some, 'sum(length(t::text))', (block, reason) => {
        problems.push(
          `the table ${table} cannot be read in block ${block} of ${blocks}: ${reason}`,
        );
      });
    }
  }
  return problems.slice(0, maxProblems);
}

/** Builds whose files are not there, or not what was published. */
async function missingFiles(
  db: Store<Database>['db'],
  { artifacts }: Pick<FileStores, 'artifacts'>,
): Promise<string[]> {
  const problems: string[] = [];
  for await (const { app, build, record } of buildRecords(db)) {
    const files = Object.entries(record?.artifact.files ?? {});
    const flaws = await inTurn(files, async ([path, integrity]) => {
      const bytes = await artifacts.read(app, build, path);
      if (bytes !== null && (await integrityInThread(bytes)) === integrity) return [];
      const flaw = bytes === null ? 'is missing' : 'is not what was published';
      return [`${app}@${build}: its file ${path} ${flaw}`];
    });
    const found = flaws.flat();
    // What was deleted since its record was read lacks nothing.
    if (found.length > 0 && (await readBuild(db, app, build)) !== null) problems.push(...found);
  }
  return problems.slice(0, maxProblems);
}

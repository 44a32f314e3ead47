import { openSignedBy } from '@tallystick/contract/open-signed';
import type { Signed } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { canonicalJson } from '../audit/chain.ts';
import { revisionSchema } from '../contract/channel.ts';
import { buildRecords } from '../publish/builds.ts';
import type { Reader } from '../store/writes.ts';
import { attestBuild, attestRevision } from './attestations.ts';
import { readBuildStatement, readRevisionStatement, shellOf } from './sign-rows.ts';

/** How many revisions are read at a time. */
const page = 100;

/**
 * What of the builds and revisions is not signed, or signed as something else; one line each.
 *
 * @param db as of one moment: a build that is deleted meanwhile would seem not to be signed
 */
export async function checkAttestations(db: Reader, publicKey: string): Promise<string[]> {
  const open = openSignedBy([publicKey]);
  const problems: string[] = [];

  async function check(name: string, signed: Signed | null, expected: object): Promise<void> {
    const attested = signed === null ? null : await open(signed).catch(() => null);
    if (attested === null) problems.push(`${name} is not signed`);
    else if (canonicalJson(attested) !== canonicalJson(expected)) {
      problems.push(`${name} is signed as something else`);
    }
  }

  for await (const { app, build, record } of buildRecords(db)) {
    const expected = record === null ? {} : attestBuild(record);
    const signed = await readBuildStatement(db, app, build);
    await check(`${app}@${build}`, signed, expected);
  }

  for await (const { body } of revisions(db)) {
    const parsed = v.safeParse(revisionSchema, body);
    if (!parsed.success) continue;
    const { channel, revision } = parsed.output;
    // One whose shell was deleted can be shown to nobody, and need not be signed.
    const shell = await shellOf(db, parsed.output);
    if (shell === null) continue;
    const signed = await readRevisionStatement(db, channel, revision);
    await check(`revision ${revision} of ${channel}`, signed, attestRevision(parsed.output, shell));
  }
  return problems;
}

/** All revisions, page by page. */
async function* revisions(db: Reader): AsyncGenerator<{ body: unknown }> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('revision')
      .select(['sequence', 'body'])
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(page)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.sequence;
  }
}

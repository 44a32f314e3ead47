import type { Signed } from '@tallystick/shared/contracts/signed-release';
import { openSignedBy } from '@tallystick/shared/release/open-signed';
import * as v from 'valibot';
import { canonicalJson } from '../audit/chain.ts';
import { buildRecordSchema } from '../build-record.ts';
import { revisionSchema } from '../contract/channel.ts';
import type { Reader } from '../store/writes.ts';
import { attestBuild, attestRevision } from './attestations.ts';
import { shellOf } from './sign-rows.ts';

/** What of the builds and revisions is not signed, or signed as something else; one line each. */
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

  const builds = await db
    .selectFrom('build')
    .leftJoin('build_statement as statement', (join) =>
      join.onRef('statement.app', '=', 'build.app').onRef('statement.build', '=', 'build.build'),
    )
    .select(['build.app', 'build.build', 'record', 'text', 'signature'])
    .execute();
  for (const { app, build, record, ...row } of builds) {
    const parsed = v.safeParse(buildRecordSchema, record);
    const expected = parsed.success ? attestBuild(parsed.output) : {};
    await check(`${app}@${build}`, signedOf(row), expected);
  }

  const revisions = await db
    .selectFrom('revision')
    .leftJoin('revision_statement as statement', (join) =>
      join
        .onRef('statement.channel', '=', 'revision.channel')
        .onRef('statement.revision', '=', 'revision.revision'),
    )
    .select(['body', 'text', 'signature'])
    .execute();
  for (const { body, ...row } of revisions) {
    const parsed = v.safeParse(revisionSchema, body);
    if (!parsed.success) continue;
    const revision = parsed.output;
    // One whose shell was deleted can be shown to nobody, and need not be signed.
    const signed = signedOf(row);
    const shell = await shellOf(db, revision);
    if (shell === null) continue;
    const name = `revision ${revision.revision} of ${revision.channel}`;
    await check(name, signed, attestRevision(revision, shell));
  }
  return problems;
}

function signedOf({ text, signature }: { text: string | null; signature: string | null }) {
  return text === null || signature === null ? null : { text, signature };
}

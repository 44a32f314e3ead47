import type { BuildKey } from '../../src/contract/build-key.ts';
import { type OrRefusal, refusal } from '../../src/contract/problem.ts';
import { callOf } from '../../src/part/call.ts';
import { partKind } from '../../src/part/part.ts';
import type { Contents } from './contract/contents.ts';
import { contentsRoutes } from './contract/routes.ts';
import { findPackage, type PackageQuestion } from './find-package.ts';
import { openSboms } from './sboms.ts';

/** Which packages are in builds, by the bills of materials that were published with them. */
export interface BuildContents {
  contains(asked: PackageQuestion): Promise<Contents>;
  /** The document as it was published; refused: `unknown`. */
  sbom(build: BuildKey): Promise<OrRefusal<Uint8Array>>;
}

export const contents = partKind<void, BuildContents>('contents', {}, () => ({
  open: ({ db, audit, files }) => {
    const sboms = openSboms(files.artifacts);
    const service: BuildContents = {
      contains: async (asked) => findPackage(db, await audit.follow(), sboms, asked),
      sbom: async ({ app, build }) => {
        const published = (await audit.follow()).builds.get(`${app}@${build}`);
        if (published === undefined)
          return refusal('unknown', `There is no build ${app} ${build}.`);
        const { sbom: hash } = published;
        if (hash === undefined) {
          const next =
            'Build it anew with the kit of now, or publish it with an sbom.json beside it.';
          return refusal(
            'unknown',
            `What is in ${app} ${build} is not known: it was published without a bill of materials.`,
            next,
          );
        }
        const bytes = await sboms.read({ app, build }, hash);
        return bytes === null
          ? refusal(
              'unknown',
              `The bill of materials of ${app} ${build} is lost, or is not what was published.`,
              'Publish that very build once more: publish --again.',
            )
          : { ok: true, value: bytes };
      },
    };
    return {
      service,
      capabilities: ['sbom'],
      calls: {
        contains: callOf(contentsRoutes.contains, async ({ query }) => ({
          ok: true,
          value: await service.contains(query),
        })),
        sbom: callOf(contentsRoutes.sbom, async ({ params }) => {
          const found = await service.sbom(params);
          return found.ok ? { ok: true, value: Buffer.from(found.value) } : found;
        }),
      },
    };
  },
}));

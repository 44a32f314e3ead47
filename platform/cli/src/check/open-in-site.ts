import type { ServerResponse } from 'node:http';
import { showInSite } from '@tallystick/build/show-in-site';
import type { ShownBuild } from '@tallystick/build/shown-build';
import { contentTypeOf } from '@tallystick/contract/content-type';
import { attestationTypes } from '@tallystick/contract/signed-release';
import { parseJson } from '../builds/json.ts';
import type { LocalBuild } from '../builds/local-build.ts';
import { failure, type OrFailure, orFail } from '../outcome.ts';

/** Opens the pages of a site with a build of a folder in them, on this machine; `port` 0: anywhere. */
export async function openInSite(
  local: LocalBuild,
  site: string,
  port: number,
): Promise<OrFailure<Awaited<ReturnType<typeof showInSite>>>> {
  const shown = orFail(await builtCopy(local));
  try {
    return { ok: true, value: await showInSite(site, shown, port) };
  } catch (error) {
    return failure('unreachable', error instanceof Error ? error.message : String(error));
  }
}

/** A build in a folder as pages of a site have it that has released it: each file by its hash, and no other. */
async function builtCopy({ artifact, read }: LocalBuild): Promise<OrFailure<ShownBuild>> {
  const { app, build, declaration, files } = artifact;
  if (declaration === undefined) return failure('unfit', `${app} is no remote.`);
  const manifest = parseJson(await read('mf-manifest.json'));
  const attestation = { type: attestationTypes.build, artifact, manifest };
  return {
    ok: true,
    value: {
      ...{ app, build, called: `build ${build} of your folder`, changes: null },
      read: async () => ({ declaration, attestation, inlineStyles: false }),
      async send(_asked, response, path) {
        const file = path.replace(/[?#].*$/, '');
        if (!Object.hasOwn(files, file)) return answer(response, 404, 'text/plain', 'Not found\n');
        answer(response, 200, contentTypeOf(file), await read(file));
      },
    },
  };
}

function answer(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

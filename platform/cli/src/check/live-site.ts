import { askWhole } from '@tallystick/contract/http/ask-whole';
import { artifactBase, openUnverified, readRelease } from '@tallystick/contract/read-release';
import { type Part, traitsSchema } from '@tallystick/registry/contract/fit-beside';
import * as v from 'valibot';
import { failure, type OrFailure } from '../outcome.ts';

/** What a build would stand beside. */
export interface LiveSite {
  shell: Part;
  remotes: readonly Part[];
  /** Directives of the policy of a page, and whether it brings what cleans markup. */
  policy: readonly string[];
  cleansMarkup: boolean;
}

/** For each of the answers that are read. */
const limits = { timeoutMs: 10_000, maxBytes: 16_777_216 };

/** Reads what is live on a site, as any browser may; its signature is not what is in question here. */
export async function readLiveSite(address: string): Promise<OrFailure<LiveSite>> {
  const url = address.replace(/\/+$/, '');
  const read = async (path: string) => {
    const asked = await askWhole(`${url}${path}`, limits);
    if (!asked.ok) throw new Error(asked.problem);
    if (!asked.value.isSuccess) throw new Error(`${path} answers ${asked.value.status}`);
    return asked.value.text();
  };
  try {
    const { shell, remotes } = await readRelease(
      await read('/releases/current.json'),
      openUnverified,
    );
    const manifest = await read(`${artifactBase(shell.name, shell.build)}mf-manifest.json`);
    // Whatever the page is: all of a site have its policy.
    const page = await askWhole(`${url}/`, limits);
    const policy = page.ok ? page.value.headers.get('content-security-policy') : null;
    const { shared } = v.parse(v.pick(traitsSchema, ['shared']), JSON.parse(manifest));
    return {
      ok: true,
      value: {
        shell: { app: shell.name, build: shell.build, kind: 'shell', shared },
        policy: (policy ?? '').split(/;\s*/),
        cleansMarkup: page.ok && /<script [^>]*\/purify\.js"/.test(page.value.text()),
        remotes: remotes.map(({ name, build, declaration }) => ({
          ...{ app: name, build, kind: 'remote', declaration },
        })),
      },
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failure('unreachable', `${url} did not say which release is live: ${why}`);
  }
}

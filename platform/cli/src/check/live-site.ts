import { artifactBase, openUnverified, readRelease } from '@tallystick/contract/read-release';
import { type Part, traitsSchema } from '@tallystick/registry/contract/fit-beside';
import * as v from 'valibot';
import { failure, type OrFailure, wordsOf } from '../outcome.ts';

/** What a build would stand beside. */
export interface LiveSite {
  shell: Part;
  remotes: readonly Part[];
}

/** For all that is read, together. */
const timeoutMs = 20_000;

/** Reads what is live on a site, as any browser may; its signature is not what is in question here. */
export async function readLiveSite(address: string): Promise<OrFailure<LiveSite>> {
  const url = address.replace(/\/+$/, '');
  const signal = AbortSignal.timeout(timeoutMs);
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { signal });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
    return await answer.text();
  };
  try {
    const { shell, remotes } = await readRelease(
      await read('/releases/current.json'),
      openUnverified,
    );
    const manifest = await read(`${artifactBase(shell.name, shell.build)}mf-manifest.json`);
    const { shared } = v.parse(v.pick(traitsSchema, ['shared']), JSON.parse(manifest));
    return {
      ok: true,
      value: {
        shell: { app: shell.name, build: shell.build, kind: 'shell', shared },
        remotes: remotes.map(({ name, build, declaration }) => ({
          ...{ app: name, build, kind: 'remote', declaration },
        })),
      },
    };
  } catch (error) {
    return failure('unreachable', `${url} says not what is live: ${wordsOf(error)}`);
  }
}

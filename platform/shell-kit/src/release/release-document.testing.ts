import type { ReleaseDocument, RemoteRelease } from '@tallystick/contract/release';
import type { Build } from './build.ts';
import { initialState } from './initial-state.ts';
import type { ReleaseState } from './state.ts';

/** Builds are named by a letter: `a`, or `b/a` with a fallback. */
interface Builds {
  shell?: string;
  ledger?: string;
  parties?: string;
}

/** What a browser gets of a revision with two remotes. */
export function releaseDocument(
  revision: number,
  { shell = 's', ledger = 'a', parties = 'p' }: Builds = {},
): ReleaseDocument {
  return {
    channel: 'production',
    revision,
    shell: { name: 'shell', build: shell },
    remotes: [remote('ledger', ledger), remote('parties', parties)],
  };
}

function remote(name: string, builds: string): RemoteRelease {
  const [build = '', fallback] = builds.split('/');
  const named = (one: string) => ({
    name,
    build: one,
    base: `/artifacts/${name}/${one}/`,
    declaration: { name, title: `The ${name}`, routes: [], menu: [] },
  });
  return { ...named(build), ...(fallback !== undefined && { fallback: named(fallback) }) };
}

export function build(app: string, name: string): Build {
  return { app, build: name };
}

/** A page that was served with this release, whose first page is being loaded. */
export function servedWith(
  release: ReleaseDocument,
  { broken = [], endedIn = null }: { broken?: readonly Build[]; endedIn?: Build | null } = {},
): ReleaseState {
  return initialState({ shell: 's', release, reloadedFor: null, broken, endedIn });
}

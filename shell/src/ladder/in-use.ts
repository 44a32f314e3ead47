import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import type { RemoteInUse } from '../routing/release-in-use.ts';

/** The remotes of a release, each by the build of it that works here. */
export function inUse(
  remotes: readonly RemoteRelease[],
  builds: Readonly<Record<string, string>>,
): RemoteInUse[] {
  return remotes.map((remote) => {
    const { name, fallback, declaration } = remote;
    if (fallback === undefined || fallback.build !== builds[name]) return remote;
    const has = fallback.declaration.routes.map(({ path }) => path);
    return { ...fallback, lacks: declaration.routes.filter(({ path }) => !has.includes(path)) };
  });
}

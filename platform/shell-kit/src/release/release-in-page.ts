import type { ReleaseDocument, RemoteBuild } from '@tallystick/contract/release';
import type { DeclaredRoute } from '@tallystick/contract/remote';
import { areSameValues } from '@tallystick/contract/setting-values';
import { buildInUse, type Ladder } from './ladder.ts';

/** The build of a remote that the page has, be it the released one or its fallback. */
export interface RemoteInPage extends RemoteBuild {
  /** Pages that the released build declares and this one has not: a notice stands there. */
  lacks?: readonly DeclaredRoute[];
}

/** A release, with the builds of its remotes that the page has. */
export interface ReleaseInPage
  extends Pick<ReleaseDocument, 'channel' | 'revision' | 'shell' | 'slots'> {
  remotes: readonly RemoteInPage[];
}

/** The remotes of a release, each by the build of it that works here. */
export function releaseInPage(
  { channel, revision, shell, slots, remotes }: ReleaseDocument,
  ladders: Readonly<Record<string, Ladder>>,
): ReleaseInPage {
  return {
    channel,
    revision,
    shell,
    slots,
    remotes: remotes.map((remote) => {
      const { name, fallback, declaration } = remote;
      const ladder = ladders[name];
      if (!ladder || !fallback || fallback.build !== buildInUse(ladder)) return remote;
      const has = fallback.declaration.routes.map(({ path }) => path);
      return { ...fallback, lacks: declaration.routes.filter(({ path }) => !has.includes(path)) };
    }),
  };
}

/** The build of an app that a release gives; undefined: it has no such remote. */
export function remoteBuild({ remotes }: ReleaseInPage, app: string): string | undefined {
  return remotes.find(({ name }) => name === app)?.build;
}

/**
 * True if both releases give the same builds, settings and arrangements of slots. Then routes, menu, code and what stands
 * in slots are the same, too.
 */
export function givesSame(one: ReleaseInPage, other: ReleaseInPage): boolean {
  return (
    JSON.stringify(one.slots) === JSON.stringify(other.slots) &&
    one.remotes.length === other.remotes.length &&
    one.remotes.every(({ name, build, values }) => {
      const beside = other.remotes.find((remote) => remote.name === name);
      return beside?.build === build && areSameValues(values, beside.values);
    })
  );
}

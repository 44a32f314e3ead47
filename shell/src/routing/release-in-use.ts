import type { RemoteBuild } from '@tallystick/shared/contracts/release';
import type { DeclaredRoute } from '@tallystick/shared/contracts/remote';
import type { ReleaseVersions } from '../versions/versions.tsx';

/** The build of a remote that the site has, be it the released one or the one to fall back to. */
export interface RemoteInUse extends RemoteBuild {
  /** Pages that the released build declares and this one has not: a notice stands there. */
  lacks?: readonly DeclaredRoute[];
}

/** A release, with the builds of its remotes that the site has. */
export interface ReleaseInUse extends ReleaseVersions {
  remotes: readonly RemoteInUse[];
}

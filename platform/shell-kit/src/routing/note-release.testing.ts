import type { RemoteRelease } from '@tallystick/contract/release';
import type { DeclaredRoute } from '@tallystick/contract/remote';

/** What a release document says of one build of the remote 'Notes'. */
export function noteRelease(build: string, declared: readonly DeclaredRoute[]): RemoteRelease {
  return {
    name: 'mfe-note',
    build,
    base: `/artifacts/mfe-note/${build}/`,
    declaration: { name: 'mfe-note', title: 'Notes', routes: [...declared], menu: [] },
  };
}

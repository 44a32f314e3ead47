import type { Provenance as BuildProvenance } from '@tallystick/registry/contract/provenance';
import { strings } from '../strings.ts';

/** From which commit a build is, with its run to look at; what nobody has verified says so. */
export function Provenance({ provenance }: { readonly provenance: BuildProvenance | undefined }) {
  const { verified, said } = provenance ?? {};
  const origin = verified ?? said;
  if (origin === undefined) return null;
  const { repository = '', commit, run } = origin;
  const from = commit === undefined ? repository : `${repository}@${commit.slice(0, 8)}`;
  const words = strings.app.from(from || (verified?.subject ?? ''), verified !== undefined);
  return (
    <span>
      {run === undefined ? (
        words
      ) : (
        <a href={run} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      )}
    </span>
  );
}

import {
  type Provenance as BuildProvenance,
  sourceOf,
} from '@tallystick/registry/contract/provenance';
import { strings } from '../strings.ts';

/** From which commit a build is, with its run to look at; what nobody has verified says so. */
export function Provenance({ provenance }: { readonly provenance: BuildProvenance | undefined }) {
  const source = provenance && sourceOf(provenance);
  if (!source) return null;
  const { run } = provenance.verified ?? provenance.said ?? {};
  const words = strings.app.from(source.words, source.verified);
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

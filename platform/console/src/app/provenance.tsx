import {
  type Provenance as BuildProvenance,
  branchOf,
  commitOf,
  sourceOf,
} from '@tallystick/registry/contract/provenance';
import type { ReactNode } from 'react';
import { strings } from '../strings.ts';

/** From which commit a build is and who wrote it, with links; what nobody has verified says so. */
export function Provenance({ provenance }: { readonly provenance: BuildProvenance | undefined }) {
  if (provenance === undefined) return null;
  const commit = commitOf(provenance);
  const { title, author, link, clean, run } = commit;
  const source = sourceOf(provenance);
  const words = strings.app.commit;
  const facts = [
    [title, author && words.by(author)].filter(Boolean).join(' '),
    branchOf(commit),
    source && <Linked href={link ?? run}>{strings.app.from(source.words, source.verified)}</Linked>,
    link && run && <Linked href={run}>{words.run}</Linked>,
    clean === false && words.changed,
  ];
  return facts.map((fact, at) => (fact ? <span key={places[at]}>{fact}</span> : null));
}

const places = ['commit', 'branch', 'source', 'run', 'changes'] as const;

interface LinkedProps {
  readonly href: string | undefined;
  readonly children: ReactNode;
}

function Linked({ href, children }: LinkedProps) {
  if (href === undefined) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

import { commitOf, type Provenance, sourceOf } from '@tallystick/registry/contract/provenance';

/** `org/notes@1a2b3c4d (verified) “Totals” by Maria Silva`; empty where nothing is known. */
export function describeProvenance(provenance: Provenance | null | undefined): string {
  const source = provenance && sourceOf(provenance);
  if (!source) return '';
  const { title, author, clean } = commitOf(provenance);
  const words = [
    `${source.words} (${source.verified ? 'verified' : 'said'})`,
    title && `“${title}”`,
    author && `by ${author}`,
    clean === false && 'with changes that are in no commit',
  ];
  return words.filter(Boolean).join(' ');
}

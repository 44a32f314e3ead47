import { type Provenance, sourceOf } from '@tallystick/registry/contract/provenance';

/** `org/notes@1a2b3c4d (verified)`, in a few words; empty where nothing is known. */
export function describeProvenance(provenance: Provenance | null | undefined): string {
  const source = provenance && sourceOf(provenance);
  return source ? `${source.words} (${source.verified ? 'verified' : 'said'})` : '';
}

import type { Origin, Provenance } from '@tallystick/registry/contract/provenance';

/** `org/notes@1a2b3c4 (verified)`, in a few words; empty where nothing is known. */
export function describeProvenance(provenance: Provenance | undefined): string {
  const { verified, said } = provenance ?? {};
  if (verified !== undefined) return `${describe(verified) || verified.subject} (verified)`;
  return said === undefined || describe(said) === '' ? '' : `${describe(said)} (said)`;
}

function describe({ repository = '', commit }: Origin): string {
  return commit === undefined ? repository : `${repository}@${commit.slice(0, 8)}`;
}

import { hashOfText, leafOfEntry } from '@tallystick/contract/log-proof';
import type { ReleaseProof } from '@tallystick/contract/release-proof';
import { checkpointText } from '@tallystick/tile-log/checkpoint';
import { signNote } from '@tallystick/tile-log/note';
import type { Attestations, Channel, Registry } from './registry.ts';
import { type AttestedRevision, attestationText } from './signing/attestations.ts';
import type { SigningKey } from './signing/signing-key.ts';

/** The registry, with other answers of its channels. */
export function withChannels(
  registry: Registry,
  answers: (own: Channel, name: string) => Partial<Channel>,
): Registry {
  return {
    ...registry,
    channel: (name) => {
      const own = registry.channel(name);
      return { ...own, ...answers(own, name) };
    },
  };
}

/** The registry, with other attestations. */
export function withAttestations(registry: Registry, other: Partial<Attestations>): Registry {
  return { ...registry, attestations: { ...registry.attestations, ...other } };
}

/** The proof of a revision that stands in a log alone. */
export async function provenAlone(
  { sign, publicKey }: SigningKey,
  stated: AttestedRevision,
): Promise<ReleaseProof> {
  const record = '0'.repeat(64);
  const root = await leafOfEntry(record, await hashOfText(attestationText(stated)));
  const text = checkpointText({ origin: 'alone', size: 1, root });
  const checkpoint = signNote(text, { name: 'alone', publicKey }, sign);
  return { record, frontier: '', checkpoint };
}

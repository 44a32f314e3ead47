import type { Attestations, Channel, Registry } from './registry.ts';

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

import type { Environment } from '@tallystick/settings/environment';

const anyNumber = 1_000_000_000;

/** How many browsers of one network count for one build. */
export function perNetworkOf({
  HEALTH_PER_NETWORK,
}: Pick<Environment, 'HEALTH_PER_NETWORK'>): number {
  return HEALTH_PER_NETWORK === 'off' ? anyNumber : HEALTH_PER_NETWORK;
}

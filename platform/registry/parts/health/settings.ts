import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import { perNetworkOf } from '../../src/reports/per-network.ts';
import type { Rule } from './rule.ts';

/** The rule about builds that fail, and what the registry may do by it. */
export interface HealthSettings {
  /** `act`: pause canaries and roll back; `alert`: only report; `off`: look at nothing. */
  mode: 'act' | 'alert' | 'off';
  rule: Rule;
  /** How far back is looked at most, in milliseconds. */
  window: number;
  /** How many browsers of one network count for one build. */
  perNetwork: number;
  /** Share of browsers whose loads are counted, between 0 and 1. */
  sample: number;
  /** After so long live a build is not rolled back by itself, in milliseconds. */
  trial: number;
  /** Open tabs leave a build that was rolled back at once. */
  recall: boolean;
  /** How long each share of a ramp is tried at least, in milliseconds, and by how many browsers. */
  ramp: { time: number; browsers: number };
}

const minute = 60_000;

export function healthSettings(environment: Environment): HealthSettings {
  const perNetwork = environment.HEALTH_PER_NETWORK;
  return {
    mode: environment.HEALTH_RULE,
    rule: {
      minBrowsers: environment.HEALTH_BROWSERS,
      minFailed: environment.HEALTH_FAILED,
      // Off: all visitors share a network, so counting networks would mean nothing.
      minNetworks: perNetwork === 'off' ? 1 : environment.HEALTH_FAILED,
      minToRecall: perNetwork === 'off' ? 1 : environment.HEALTH_NETWORKS,
      margin: environment.HEALTH_MARGIN / 100,
      slower: environment.HEALTH_SLOWER / 100,
      chance: 1 / environment.HEALTH_WRONG,
    },
    window: environment.HEALTH_WINDOW * minute,
    perNetwork: perNetworkOf(environment),
    sample: environment.HEALTH_SAMPLE / 100,
    trial: environment.HEALTH_TRIAL * 60 * minute,
    recall: environment.HEALTH_TAKES_BACK === 'recall',
    ramp: { time: environment.RAMP_MINUTES * minute, browsers: environment.RAMP_BROWSERS },
  };
}

/** Counts what browsers say, by default limits, and does nothing: for whoever opens a registry without a site. */
export const onlyCounting: HealthSettings = { ...healthSettings(defaults()), mode: 'off' };

function defaults(): Environment {
  const read = readEnvironment({});
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

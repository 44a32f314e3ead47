import { errorBounds } from '@tallystick/contract/error-bounds';
import type { TabReport } from '@tallystick/contract/release-news';

/** What came to run or failed since it was last reported. */
export type Happened = {
  readonly [Kind in 'loads' | 'failures' | 'steps' | 'recovered' | 'errors']: NonNullable<
    TabReport[Kind]
  >;
};

export const nothing: Happened = {
  loads: [],
  failures: [],
  steps: [],
  recovered: [],
  errors: [],
};

/** A page that breaks in a circle must not fill the memory too: of each kind so many are kept. */
const maxKept = 50;

/** Everything that happened, in order; of too much, the newest, but of errors the first, which cause others. */
export function joined(one: Happened, other: Partial<Happened>): Happened {
  return {
    loads: [...one.loads, ...(other.loads ?? [])].slice(-maxKept),
    failures: [...one.failures, ...(other.failures ?? [])].slice(-maxKept),
    steps: [...one.steps, ...(other.steps ?? [])].slice(-maxKept),
    recovered: [...one.recovered, ...(other.recovered ?? [])].slice(-maxKept),
    errors: [...one.errors, ...(other.errors ?? [])].slice(0, errorBounds.errors),
  };
}

import type { Table } from './activity-table.tsx';
import type { Chart } from './chart.tsx';

interface ChartModule {
  readonly Chart: typeof Chart;
  readonly Table: typeof Table;
}

let arrived: ChartModule | null = null;

/** What draws the numbers; it comes with them, in a file of its own. Null if it did not come. */
export async function loadChart(): Promise<ChartModule | null> {
  try {
    const [{ Chart }, { Table }] = await Promise.all([
      import(/* webpackChunkName: "chart" */ './chart.tsx'),
      import(/* webpackChunkName: "chart" */ './activity-table.tsx'),
    ]);
    arrived = { Chart, Table };
  } catch {
    // The next call asks again.
  }
  return arrived;
}

/** Null until it is loaded. */
export function chartModule(): ChartModule | null {
  return arrived;
}

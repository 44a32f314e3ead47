import type { Table } from './activity-table.tsx';
import type { Bars } from './bars.tsx';
import type { Textures } from './textures.tsx';

/** What draws the numbers, once they are there. */
export interface Drawing {
  readonly Bars: typeof Bars;
  readonly Table: typeof Table;
  readonly Textures: typeof Textures;
}

let arrived: Drawing | null = null;

/** Comes with the numbers, in a file of its own. Null if it did not; the next call asks again. */
export async function loadDrawing(): Promise<Drawing | null> {
  try {
    const [bars, table, textures] = await Promise.all([
      import(/* webpackChunkName: "chart" */ './bars.tsx'),
      import(/* webpackChunkName: "chart" */ './activity-table.tsx'),
      import(/* webpackChunkName: "chart" */ './textures.tsx'),
    ]);
    arrived = { Bars: bars.Bars, Table: table.Table, Textures: textures.Textures };
  } catch {
    // Another version of it may be there already.
  }
  return arrived;
}

/** Null until it is loaded. */
export function drawn(): Drawing | null {
  return arrived;
}

import { freeSpace } from '@tallystick/store/free-space';
import { singleFlight } from '@tallystick/store/repeat';
import type { Metrics } from './metrics.ts';

/**
 * Measures a store by `read`: whether it answers, how many statements wait, and its size. Measures the free space of
 * the data folder's disk, too. Returns `read` as a single flight: one call for all that ask at the same time.
 */
export function measureStore<F extends { waiting: number; bytes: number }>(
  { measure }: Pick<Metrics, 'measure'>,
  folder: string,
  read: () => Promise<F>,
): () => Promise<F> {
  const figures = singleFlight(read);
  measure(
    { name: 'store_answers', help: 'Whether the store answers: 1, or 0', otherwise: 0 },
    async () => {
      await figures();
      return 1;
    },
  );
  measure(
    { name: 'store_statements_waiting', help: 'Statements that wait for the store or run in it' },
    async () => (await figures()).waiting,
  );
  measure(
    { name: 'store_size_bytes', help: 'What the database of the store takes' },
    async () => (await figures()).bytes,
  );
  measure({ name: 'data_folder_free_bytes', help: 'Room on the disk of DATA_DIR' }, () =>
    freeSpace(folder),
  );
  return figures;
}

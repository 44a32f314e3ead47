import { ledger } from '@tallystick/shared/api';
import { siteConfiguration } from '@tallystick/shared/site';
import { serverNow } from '@tallystick/timing/server-clock';
import type { ExportQuery } from '../contracts/export.ts';
import { chooseDestination } from './destination.ts';
import { exportFileName } from './file-name.ts';
import { type ExportResult, type ExportRun, runExport } from './run-export.ts';

/**
 * Saves an export in a file that somebody chooses where the browser lets them, else in its
 * downloads; to be called at a click. Null: nobody chose one.
 */
export async function saveExport(
  query: ExportQuery,
  { onProgress, signal }: Pick<ExportRun, 'onProgress' | 'signal'>,
): Promise<ExportResult | null> {
  const { format } = query;
  const product = siteConfiguration().productName;
  const name = exportFileName(query, { product, now: serverNow() });
  const destination = await chooseDestination(name, format);
  if (!destination) return null;
  onProgress({ rows: 0, bytes: 0 });
  return runExport({
    format,
    open: (until) => ledger.exportTransfers(query, until),
    destination,
    onProgress,
    signal,
  });
}

import type { Answer } from '@tallystick/shared/api';
import type { ExportFormat } from '../contracts/export.ts';
import type { Destination } from './destination.ts';
import { createRowCounter } from './row-counter.ts';
import { strings } from './strings.ts';

export interface Progress {
  readonly rows: number;
  readonly bytes: number;
}

export type ExportResult =
  | ({ readonly ok: true; readonly file: string } & Progress)
  | { readonly ok: false; readonly error: string };

export interface ExportRun {
  readonly format: ExportFormat;
  readonly open: (signal: AbortSignal) => Promise<Answer<ReadableStream<Uint8Array>>>;
  readonly destination: Destination;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** Without it, spreadsheets read a table in the encoding of their machine, not in UTF-8. */
const byteOrderMark = new TextEncoder().encode('\uFEFF');

/**
 * Takes an export in as it comes, no faster than its destination takes it. Resolves in any case; of one
 * that fails or is given up nothing is left.
 */
export async function runExport(run: ExportRun): Promise<ExportResult> {
  const { destination, signal } = run;
  const result = await carry(run);
  // A file that was removed or taken away meanwhile cannot be tidied up; the reason stays the first.
  if (!result.ok) await destination.giveUp().catch(() => {});
  return signal.aborted && !result.ok ? { ok: false, error: strings.cancelled } : result;
}

async function carry(run: ExportRun): Promise<ExportResult> {
  const { format, open, destination, onProgress, signal } = run;
  const countRows = createRowCounter(format);
  const progress = { rows: 0, bytes: 0 };
  let failure: string = strings.brokeOff;
  const notWritten = (reason: unknown) => {
    failure = strings.notWritten;
    throw reason;
  };
  try {
    const answer = await open(signal);
    if (!answer.ok) return answer;
    if (format === 'csv') await destination.write(byteOrderMark.slice()).catch(notWritten);
    // Not iterated: Safari's streams cannot be.
    await answer.data.pipeTo(
      new WritableStream({
        write: async (chunk) => {
          await destination.write(new Uint8Array(chunk)).catch(notWritten);
          progress.rows = countRows(chunk);
          progress.bytes += chunk.length;
          onProgress({ ...progress });
        },
      }),
    );
    signal.throwIfAborted();
    return { ok: true, file: await destination.finish().catch(notWritten), ...progress };
  } catch {
    return { ok: false, error: failure };
  }
}

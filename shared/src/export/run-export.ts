import type { Answer } from '@tallystick/shared/api';
import type { ExportFormat } from '../contracts/export.ts';
import { createRowCounter } from './row-counter.ts';
import { strings } from './strings.ts';

export interface Progress {
  readonly rows: number;
  readonly bytes: number;
}

export type ExportResult =
  | ({ readonly ok: true; readonly file: Blob } & Progress)
  | { readonly ok: false; readonly error: string };

interface ExportRun {
  readonly format: ExportFormat;
  readonly open: (signal: AbortSignal) => Promise<Answer<ReadableStream<Uint8Array>>>;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** Bytes that are gathered into one blob, which a browser may keep on disk. */
const blobSize = 8_388_608;
const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** Takes an export in as it comes. Resolves in any case; after an abort, with an error. */
export async function runExport(run: ExportRun): Promise<ExportResult> {
  const { format, open, onProgress, signal } = run;
  const countRows = createRowCounter(format);
  let file = new Blob([], { type: types[format] });
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  const put = () => {
    file = new Blob([file, ...gathered], { type: types[format] });
    gathered = [];
    held = 0;
  };
  const progress = { rows: 0, bytes: 0 };
  try {
    const answer = await open(signal);
    if (!answer.ok) return answer;
    for await (const chunk of answer.data) {
      gathered.push(new Uint8Array(chunk));
      held += chunk.length;
      if (held >= blobSize) put();
      progress.rows = countRows(chunk);
      progress.bytes += chunk.length;
      onProgress({ ...progress });
    }
    put();
    return { ok: true, file, ...progress };
  } catch {
    return { ok: false, error: signal.aborted ? strings.cancelled : strings.brokeOff };
  }
}

/** Hands a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own hold on the bytes by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

import { useEffect, useRef, useState } from 'react';
import type { ExportQuery } from '../contracts/export.ts';
import type { Progress } from './run-export.ts';
import { strings } from './strings.ts';

export type ExportState =
  | { readonly name: 'idle' }
  | ({ readonly name: 'running' } & Progress)
  | ({ readonly name: 'saved'; readonly file: string } & Progress)
  | { readonly name: 'failed'; readonly error: string };

/** Milliseconds from one progress that is shown to the next. */
const pace = 150;

/** What saves comes when somebody is about to export, in a file of its own; a failure is tried again. */
const loadSaving = () => import('./save-export.ts');

/** One export at a time. Leaving the page gives it up. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ name: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (query: ExportQuery) => {
    if (running.current) return;
    const given = new AbortController();
    running.current = given;
    let shown = Number.NEGATIVE_INFINITY;
    const onProgress = (progress: Progress) => {
      if (performance.now() - shown < pace) return;
      shown = performance.now();
      setState({ name: 'running', ...progress });
    };
    const result = await loadSaving().then(
      ({ saveExport }) => saveExport(query, { onProgress, signal: given.signal }),
      () => ({ ok: false, error: strings.brokeOff }) as const,
    );
    if (result) setState(result.ok ? { name: 'saved', ...result } : { name: 'failed', ...result });
    running.current = null;
  };
  return {
    state,
    /** Somebody is about to export. */
    prepare: () => void loadSaving().catch(() => {}),
    start: (query: ExportQuery) => void start(query),
    cancel: () => running.current?.abort(),
  };
}

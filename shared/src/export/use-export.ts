import { ledger } from '@tallystick/shared/api';
import { siteConfiguration } from '@tallystick/shared/site';
import { useEffect, useRef, useState } from 'react';
import type { ExportFormat, ExportList, ExportQuery } from '../contracts/export.ts';
import type { Scope } from '../transfers/scope.ts';
import { chooseDestination, type Destination } from './destination.ts';
import { exportFileName } from './file-name.ts';
import { type Progress, runExport } from './run-export.ts';

export type ExportState =
  | { readonly name: 'idle' }
  | ({ readonly name: 'running' } & Progress)
  | ({ readonly name: 'saved'; readonly file: string } & Progress)
  | { readonly name: 'failed'; readonly error: string };

export interface Export {
  readonly state: ExportState;
  readonly start: (query: ExportQuery) => void;
  readonly cancel: () => void;
}

/** Milliseconds from one progress that is shown to the next. */
const pace = 150;

/**
 * One export at a time, to a file that somebody chooses where the browser lets them, else to its
 * downloads. Whoever chooses none changes nothing. Leaving the page gives it up.
 */
export function useExport(): Export {
  const [state, setState] = useState<ExportState>({ name: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (query: ExportQuery) => {
    if (running.current) return;
    const given = new AbortController();
    running.current = given;
    const product = siteConfiguration().productName;
    const destination = await chooseDestination(
      exportFileName(query, { product, now: Date.now() }),
      query.format,
    );
    if (destination) setState(await save(query, destination, given.signal));
    running.current = null;
  };
  const save = async (
    query: ExportQuery,
    destination: Destination,
    signal: AbortSignal,
  ): Promise<ExportState> => {
    setState({ name: 'running', rows: 0, bytes: 0 });
    let shown = performance.now();
    const result = await runExport({
      format: query.format,
      open: (until) => ledger.exportTransfers(query, until),
      destination,
      onProgress: (progress) => {
        if (performance.now() - shown < pace) return;
        shown = performance.now();
        setState({ name: 'running', ...progress });
      },
      signal,
    });
    if (!result.ok) return { name: 'failed', error: result.error };
    const { file, rows, bytes } = result;
    return { name: 'saved', file, rows, bytes };
  };
  return {
    state,
    start: (query) => void start(query),
    cancel: () => running.current?.abort(),
  };
}

/** The export of what a list shows, or null if the service has no such export. */
export function exportOf(scope: Scope, search: string, format: ExportFormat): ExportQuery | null {
  const list = listOf(scope);
  const party = 'party' in scope ? scope.party : undefined;
  return list && { list, party, search, format };
}

function listOf(scope: Scope): ExportList | null {
  switch (scope.of) {
    case 'everything':
      return 'all';
    case 'form':
      return scope.form === 'asset' ? 'assets' : null;
    case 'checker':
      return 'consumer';
    default:
      return scope.of;
  }
}

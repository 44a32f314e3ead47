import { Button, handFocusOn } from '@tallystick/ui/button';
import { locale } from '@tallystick/ui/locale';
import { useState } from 'react';
import { exportFormats } from '../contracts/export.ts';
import { isFiltered } from '../transfers/list-filters.ts';
import type { Question } from '../transfers/list-query.ts';
import { listOf, type Scope } from '../transfers/scope.ts';
import { PopoverButton } from '../ui/popover-button.tsx';
import classes from './export-menu.module.css';
import { strings } from './strings.ts';
import { type ExportState, useExport } from './use-export.ts';

interface ExportMenuProps {
  readonly scope: Scope;
  /** Which of its transfers the list shows. */
  readonly question: Question;
  /** Transfers in the list; null or undefined until they are known. */
  readonly count: number | null | undefined;
}

/** Saves a whole list, with its search and filters, as a file: the ways to do so, and how far it is. */
export function ExportMenu({ scope, question, count }: ExportMenuProps) {
  const { search, filters } = question;
  const { state, prepare, start, cancel } = useExport();
  const [isOpen, setOpen] = useState(false);
  /** What was last there when somebody saw it. */
  const [seen, see] = useState(state);
  if (isOpen && seen !== state) see(state);
  const running = state.name === 'running';
  const unseen = running || seen === state ? '' : wordsOf(state, count);
  const toggle = (open: boolean) => {
    setOpen(open);
    if (open) prepare();
  };
  return (
    <>
      <PopoverButton control label={strings.export} onToggle={toggle}>
        <div className={classes.panel}>
          <p>{strings.whole(search, isFiltered(filters))}</p>
          {exportFormats.map((format) => {
            const { name, text } = strings.formats[format];
            return (
              <div key={format} className={classes.format}>
                <Button
                  aria-disabled={running || undefined}
                  onClick={() => {
                    if (!running) start({ ...listOf(scope), search, filters, format });
                  }}
                >
                  {name}
                </Button>
                <span>{text}</span>
              </div>
            );
          })}
          {running ? (
            <div className={classes.running}>
              <progress
                className={classes.progress}
                aria-label={strings.progress}
                value={count == null ? undefined : Math.min(state.rows, count)}
                max={Math.max(1, count ?? 0)}
              />
              <span>{wordsOf(state, count)}</span>
              <Button ref={handFocusOn} onClick={cancel}>
                {strings.cancel}
              </Button>
            </div>
          ) : null}
          <p role="status" className={running ? 'visually-hidden' : classes.outcome}>
            {running ? strings.begun : wordsOf(state, count)}
          </p>
        </div>
      </PopoverButton>
      <div className={unseen === '' ? 'visually-hidden' : classes.unseen}>
        <p role="status">{unseen}</p>
        {unseen === '' ? null : (
          <Button ref={handFocusOn} onClick={() => see(state)}>
            {strings.close}
          </Button>
        )}
      </div>
    </>
  );
}

function wordsOf(state: ExportState, count: number | null | undefined): string {
  switch (state.name) {
    case 'idle':
      return '';
    case 'running':
      return strings.rows(state.rows, count ?? null, sizeOf(state.bytes));
    case 'saved':
      return strings.saved(state.file, state.rows, sizeOf(state.bytes));
    case 'failed':
      return strings.failed(state.error);
  }
}

function sizeOf(bytes: number): string {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(value);
}

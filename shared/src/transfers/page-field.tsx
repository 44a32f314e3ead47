import { useNavigate } from '@tallystick/shared/router';
import { useId, useState } from 'react';
import { searchOf, type TransferQuery } from './list-query.ts';
import classes from './pager.module.css';
import { strings } from './strings.ts';
import { pageWritten } from './turns.ts';

interface PageFieldProps {
  readonly query: TransferQuery;
  /** The last page; null until it is known. */
  readonly last: number | null;
}

/** The number of the page, to be written over: Enter goes there, Escape takes it back. */
export function PageField({ query, last }: PageFieldProps) {
  const { index } = query;
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState<string | null>(null);

  const go = () => {
    const page = pageWritten(text ?? '', last);
    setText(null);
    if (page === null || page === index) return;
    navigate({ search: searchOf({ ...query, index: page }) }, { preventScrollReset: true });
  };
  return (
    <form
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label htmlFor={id}>{strings.page}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        maxLength={9}
        value={text ?? String(index)}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => setText(null)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setText(null);
        }}
      />
      <span className={classes.of}>{last === null ? null : strings.ofPages(last)}</span>
    </form>
  );
}

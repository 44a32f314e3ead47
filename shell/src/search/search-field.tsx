import { useLate } from '@tallystick/shared/late/use-late';
import { PageBoundary } from '@tallystick/shell-kit/page-boundary';
import { type ReactNode, use, useId, useState } from 'react';
import classes from './search-field.module.css';
import { SearchInput } from './search-input.tsx';
import { SearchRoutesContext, wholeListPath } from './search-routes.ts';
import type { Finding } from './use-finding.ts';
import { useSubmit } from './use-submit.ts';

const loadSuggestions = () => import('./suggestions.tsx');

interface SearchFieldProps {
  /** Only the site's own field has this, since the key leads to that one alone. */
  finding?: Finding;
  children?: ReactNode;
}

/**
 * Searches the ledger from any page. Only the input is there at first. What suggests is loaded when
 * somebody is about to type, and until then the field leads to the list.
 */
export function SearchField({ finding, children }: SearchFieldProps) {
  const routes = use(SearchRoutesContext);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  /** How often the field was gone to. */
  const [visits, setVisits] = useState(0);
  const [late] = useLate(loadSuggestions, visits || null);
  const id = useId();
  const { busy, go, submit, cancel } = useSubmit(
    input,
    (text, signal) => loadSuggestions().then(({ exactPath }) => exactPath(text, routes, signal)),
    finding?.close,
  );

  return (
    <search
      className={classes.search}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) finding?.close();
      }}
    >
      <form
        className={classes.form}
        // As long as no script runs, the browser itself leads to the list.
        action={wholeListPath(routes)}
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onFocus={() => setVisits((n) => n + 1)}
      >
        <SearchInput
          ref={(element) => {
            setInput(element);
            if (finding) finding.input.current = element;
          }}
          listId={id}
          withKey={finding !== undefined}
          onInput={cancel}
        />
      </form>
      {late && input ? (
        <PageBoundary page={null} broken={() => null}>
          <late.Suggestions
            input={input}
            id={id}
            go={go}
            onBack={finding?.back ?? (() => input.blur())}
            withKey={finding !== undefined}
          />
        </PageBoundary>
      ) : null}
      {children}
    </search>
  );
}

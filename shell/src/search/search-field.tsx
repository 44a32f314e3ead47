import { longestSearch } from '@tallystick/shared/contracts/longest-search';
import { useLate } from '@tallystick/shared/late/use-late';
import { PageBoundary } from '@tallystick/shell-kit/page-boundary';
import { within } from '@tallystick/timing/within';
import { type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { strings } from '../strings.ts';
import classes from './search-field.module.css';
import { listPath, SearchRoutesContext, wholeListPath } from './search-routes.ts';
import type { Finding } from './use-finding.ts';
import { searchKey } from './use-search-key.ts';

const loadSuggestions = () => import('./suggestions.tsx');
/** Milliseconds that Enter waits to know whether its text is an id. */
const patience = 1_500;

interface SearchFieldProps {
  /** Of the site's own field, which alone the key leads to. */
  finding?: Finding;
  children?: ReactNode;
}

/**
 * Searches the ledger from any page. Only the input is there at first. What suggests is loaded when
 * somebody is about to type, and until then the field leads to the list.
 */
export function SearchField({ finding, children }: SearchFieldProps) {
  const routes = use(SearchRoutesContext);
  const navigate = useNavigate();
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  /** How often the field was gone to. */
  const [visits, setVisits] = useState(0);
  const [late] = useLate(loadSuggestions, visits || null);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  const id = useId();
  const { key } = useLocation();
  const { location: next } = useNavigation();
  /** Where somebody was going already as they pressed Enter. */
  const before = useRef<string>(undefined);

  // Who goes somewhere else after that, or closes the field, is not led away from there.
  useEffect(() => {
    if (key === before.current) return;
    turn.current += 1;
    setBusy(false);
  }, [key]);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );

  const go = (to: string) => {
    turn.current += 1;
    setBusy(false);
    if (input !== null) input.value = '';
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    navigate(to, { state: { searched: true } });
    finding?.close();
    // What was found may stand on the page that is there already.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  const submit = async () => {
    const text = input?.value.trim() ?? '';
    if (text === '') return;
    turn.current += 1;
    const mine = turn.current;
    before.current = next?.key;
    setBusy(true);
    const until = AbortSignal.timeout(patience);
    const exact = loadSuggestions().then(({ exactPath }) => exactPath(text, routes, until));
    const to = (await within(patience, exact).catch(() => null)) ?? listPath(routes, text);
    // Somebody has gone on meanwhile.
    if (mine === turn.current) go(to);
  };

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
        <input
          ref={(element) => {
            setInput(element);
            if (finding) finding.input.current = element;
          }}
          className={classes.input}
          type="search"
          name="q"
          role="combobox"
          aria-label={strings.search.label}
          aria-keyshortcuts={finding && searchKey}
          aria-autocomplete="list"
          aria-expanded={false}
          aria-controls={id}
          placeholder={strings.search.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={longestSearch}
          onInput={() => {
            turn.current += 1;
          }}
        />
        {finding ? (
          <span className={classes.hint} aria-hidden="true">
            {searchKey}
          </span>
        ) : null}
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

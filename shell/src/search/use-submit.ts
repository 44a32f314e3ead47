import { within } from '@tallystick/timing/within';
import { use, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { listPath, SearchRoutesContext } from './search-routes.ts';

/** Milliseconds that Enter waits to know whether its text is an id. */
const timeoutMs = 1_500;

/** Finds the path of what a text names exactly; null: nothing. */
type FindExact = (text: string, signal: AbortSignal) => Promise<string | null>;

/**
 * Leads from a search field to what its text names, or else to the list of what matches it.
 *
 * @param close closes the field, where it can be closed
 */
export function useSubmit(
  input: HTMLInputElement | null,
  findExact: FindExact,
  close: (() => void) | undefined,
) {
  const routes = use(SearchRoutesContext);
  const navigate = useNavigate();
  const { key } = useLocation();
  const { location: next } = useNavigation();
  const [busy, setBusy] = useState(false);
  /** Counts up with all that makes an Enter before it void. */
  const turn = useRef(0);
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
    close?.();
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
    const exact = findExact(text, AbortSignal.timeout(timeoutMs));
    const to = (await within(timeoutMs, exact).catch(() => null)) ?? listPath(routes, text);
    // Somebody has gone on meanwhile.
    if (mine === turn.current) go(to);
  };
  /** Leaves an Enter that is not answered yet without effect. */
  const cancel = () => {
    turn.current += 1;
  };

  return { busy, go, submit, cancel };
}

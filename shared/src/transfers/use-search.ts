import { useLocation, useNavigate, useNavigation } from '@tallystick/shared/router';
import { useEffect, useRef, useState } from 'react';
import { searchText } from './list-filters.ts';
import { searchOf, type TransferQuery } from './list-query.ts';

/** Milliseconds without a key until what was typed is searched. */
const pause = 250;

/**
 * A search that is kept in the URL as `?q=`, beside the filters. The first search after `begin` or `submit` is a new step
 * in the browser's history, those typed after it replace it. When the URL changes otherwise (back,
 * forward, a link), the box follows it.
 */
export function useSearch(query: TransferQuery) {
  const { search } = query;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== pathname;
  const [text, setText] = useState(search);
  /** Searches that this box has asked for, from the one that the URL has to the last. */
  const asked = useRef([search]);
  const stepped = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What a pause ends in is searched beside the filters of then, and leads nobody away who is going to another page. */
  const latest = useRef({ query, isLeaving });
  useEffect(() => {
    latest.current = { query, isLeaving };
  }, [query, isLeaving]);

  useEffect(() => {
    const own = asked.current.lastIndexOf(search);
    if (own >= 0) {
      asked.current.splice(0, own);
      return;
    }
    asked.current = [search];
    stepped.current = false;
    clearTimeout(timer.current);
    setText(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const go = (typed: string) => {
    clearTimeout(timer.current);
    const next = searchText(typed);
    if (next === asked.current.at(-1)) return;
    asked.current.push(next);
    navigate(
      { search: searchOf({ ...latest.current.query, index: 1, search: next }) },
      { replace: stepped.current, preventScrollReset: true },
    );
    stepped.current = true;
  };
  return {
    /** What stands in the box. */
    text,
    /** Something was typed: it is searched after a pause. */
    type: (typed: string) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current.isLeaving || go(typed), pause);
    },
    /** Searches at once. */
    submit: (typed: string) => {
      setText(typed);
      go(typed);
      stepped.current = false;
    },
    /** Somebody comes to the box: the next search is a step in the history of its own. */
    begin: () => {
      stepped.current = false;
    },
  };
}

import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import { useChoice } from '@tallystick/ui/use-choice';
import { use, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { strings } from '../strings.ts';
import { Marked } from './marked.tsx';
import { type Option, optionGroups, pathOfExact } from './options.ts';
import { type SearchRoutes, SearchRoutesContext } from './search-routes.ts';
import classes from './suggestions.module.css';
import { useCombobox } from './use-combobox.ts';
import { searchKey, searchKeyChoice } from './use-search-key.ts';

/** Milliseconds without a key after which it is asked. */
const pause = 120;

/** Path of what the text names exactly; null: nothing. Rejects when `signal` aborts. */
export async function exactPath(
  text: string,
  routes: SearchRoutes,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await ledger.search(text, signal);
  return answer.ok ? pathOfExact(answer.data, text, routes) : null;
}

interface SuggestionsProps {
  input: HTMLInputElement;
  id: string;
  go: (to: string) => void;
  onBack: () => void;
  /** Whether the shortcut can be switched here. */
  withKey: boolean;
}

/** What may be meant by the text in a search field, below it. */
export function Suggestions({ input, id, go, onBack, withKey }: SuggestionsProps) {
  const routes = use(SearchRoutesContext);
  const text = useDeferredValue(useText(input).trim());
  const answer = useAnswer(text || null, async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
    return await ledger.search(text, signal);
  });
  const groups = useMemo(
    // All groups at once, because what is there already must not move under a finger.
    () => (answer === null ? [] : optionGroups(answer.ok ? answer.data : null, text, routes)),
    [answer, text, routes],
  );
  const options = groups.flatMap(({ options }) => options);
  const { isOpen, active } = useCombobox({ input, id, options, go, onBack });

  const count = options.length - 1;
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOpen && text !== '' && answer ? strings.search.count(count) : ''}
      </p>
      <div className={classes.popup} hidden={!isOpen}>
        <div role="listbox" id={id} aria-label={strings.search.suggestions}>
          {groups.map(({ title, options: members }) => (
            <fieldset key={title} aria-label={title}>
              <p className={classes.title} aria-hidden="true">
                {title}
              </p>
              {members.map((option) => (
                <OptionLink
                  key={option.to}
                  id={`${id}-${options.indexOf(option)}`}
                  option={option}
                  text={text}
                  selected={options.indexOf(option) === active}
                  go={go}
                />
              ))}
            </fieldset>
          ))}
        </div>
        {text === '' ? <p className={classes.words}>{strings.search.what}</p> : null}
        {answer?.ok === false ? <p className={classes.words}>{strings.search.failed}</p> : null}
        {withKey ? <KeySwitch /> : null}
      </div>
    </>
  );
}

interface OptionLinkProps {
  id: string;
  option: Option;
  text: string;
  selected: boolean;
  go: (to: string) => void;
}

function OptionLink({
  id,
  option: { to, label, isId, note },
  text,
  selected,
  go,
}: OptionLinkProps) {
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={classes.option}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      <span className={isId ? classes.id : classes.name}>
        <Marked label={label} text={text} />
      </span>
      {note === '' ? null : <span className={classes.note}>{note}</span>}
    </Link>
  );
}

/** The key is one character: it can be switched off. */
function KeySwitch() {
  const [choice, choose] = useChoice(searchKeyChoice);
  return (
    <label className={classes.key}>
      <input
        type="checkbox"
        checked={choice === 'on'}
        onChange={({ target }) => choose(target.checked ? 'on' : 'off')}
      />
      {strings.search.key(searchKey)}
    </label>
  );
}

function useText(input: HTMLInputElement): string {
  const [text, setText] = useState(input.value);
  useEffect(() => {
    const read = () => setText(input.value);
    read();
    input.addEventListener('input', read);
    return () => input.removeEventListener('input', read);
  }, [input]);
  return text;
}

import { useLayoutEffect, useState } from 'react';
import type { Option } from './options.ts';

interface Combobox {
  input: HTMLInputElement;
  /** Id of the listbox. The id of an option is `{id}-{number}`. */
  id: string;
  options: readonly Option[];
  go: (to: string) => void;
  onBack: () => void;
}

/**
 * The keys of the combobox pattern: arrows choose, Enter opens what is chosen, Escape closes, empties, leaves.
 * The input is older than this code, so its state is set from here.
 */
export function useCombobox({ input, id, options, go, onBack }: Combobox) {
  const [isOpen, setOpen] = useState(document.activeElement === input);
  const [chosen, choose] = useState<{ of: readonly Option[]; at: number } | null>(null);
  const first = options[0]?.to;
  /** -1: none is chosen. */
  const active =
    chosen && chosen.of[0]?.to === first && chosen.at < options.length ? chosen.at : -1;

  useLayoutEffect(() => {
    input.setAttribute('aria-expanded', String(isOpen && options.length > 0));
    if (active < 0 || !isOpen) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${id}-${active}`);
    if (active >= 0)
      document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [input, id, isOpen, active, options.length]);

  // Before they are drawn: whoever sees the options may press the key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
      const option = options[active];
      if (step !== 0) {
        event.preventDefault();
        setOpen(true);
        const count = options.length + 1;
        choose({ of: options, at: ((active + 1 + step + count) % count) - 1 });
      } else if (event.key === 'Enter' && option && isOpen) {
        event.preventDefault();
        go(option.to);
      } else if (event.key === 'Escape') {
        event.preventDefault();
        if (isOpen && options.length > 0) setOpen(false);
        else if (input.value !== '') {
          input.value = '';
          input.dispatchEvent(new Event('input', { bubbles: true }));
        } else onBack();
      }
    };
    const open = () => {
      choose(null);
      setOpen(true);
    };
    const ended = new AbortController();
    const { signal } = ended;
    input.addEventListener('keydown', onKey, { signal });
    for (const name of ['focus', 'input', 'click'] as const) {
      input.addEventListener(name, open, { signal });
    }
    // The focus may go to what belongs to the field.
    const field = input.closest('search');
    // The focus may have left the field before this code was loaded.
    if (isOpen && field?.contains(document.activeElement) === false) setOpen(false);
    field?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && field.contains(relatedTarget))) setOpen(false);
      },
      { signal },
    );
    // A press elsewhere in the field leaves the focus in the input.
    field?.addEventListener(
      'mousedown',
      (event) => {
        if (event.target !== input) event.preventDefault();
      },
      { signal },
    );
    return () => ended.abort();
  }, [input, options, active, isOpen, go, onBack]);

  return { isOpen, active };
}

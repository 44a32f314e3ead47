/** What people have typed into fields of this page. */
export type Fields = ReturnType<typeof watchFields>;

const editable = '[contenteditable]:not([contenteditable=false])';
/** Inputs that are chosen, not typed; outside a form such a choice holds at once. */
export const chosen = ['checkbox', 'radio'];

/** Watches what people do to fields from now on, in the whole page. */
export function watchFields() {
  /** What a field held when somebody came to it. */
  const found = new WeakMap<Element, string>();
  /** The same of those that somebody changed. Weak: a page that is gone goes whole. */
  const changed = new WeakMap<Element, string>();

  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && !changed.has(target)) found.set(target, contentOf(target));
    },
    true,
  );
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof Element) || !isFilledIn(target) || changed.has(target)) return;
      changed.set(target, found.get(target) ?? '');
    },
    true,
  );

  const isChanged = (field: Element): boolean => {
    const before = changed.get(field);
    if (before === undefined) return false;
    const content = contentOf(field);
    if (content === before) changed.delete(field);
    return content !== before && !isInAddress(content);
  };

  return {
    /**
     * True if somebody changed a field that is still there, and its content would be lost with the
     * page. So it differs from what it was before, and is not part of the address.
     */
    dirty(): boolean {
      const fields = document.querySelectorAll(`input, select, textarea, ${editable}`);
      return [...fields].some(isChanged);
    },
    /** The fields inside of what a selector names of which that is true. */
    changedIn(within: string): Element[] {
      const places = [...document.querySelectorAll(within)];
      const fields = [...document.querySelectorAll(`input, select, textarea, ${editable}`)];
      return fields.filter(
        (field) => places.some((place) => place.contains(field)) && isChanged(field),
      );
    },
  };
}

function isFilledIn(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return field.form !== null;
  if (field instanceof HTMLInputElement) return !chosen.includes(field.type) || field.form !== null;
  return field instanceof HTMLTextAreaElement || field.matches(editable);
}

/** What a field holds, as text; of a box whether it is ticked. */
export function contentOf(field: Element): string {
  if (field instanceof HTMLInputElement && chosen.includes(field.type)) return `${field.checked}`;
  if ('value' in field && typeof field.value === 'string') return field.value;
  return field.textContent ?? '';
}

/** A search and a page number stand in the address, and come back with it. */
function isInAddress(content: string): boolean {
  const words = content.trim();
  return words !== '' && [...new URLSearchParams(location.search).values()].includes(words);
}

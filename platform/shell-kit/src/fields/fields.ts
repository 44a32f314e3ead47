/** A text that somebody typed, and what the field is called. */
export interface TypedText {
  readonly label: string;
  readonly text: string;
}

/** What people have typed into fields of this page. */
export type Fields = ReturnType<typeof watchFields>;

const editable = '[contenteditable]:not([contenteditable=false])';
/** Inputs that are chosen, not typed; outside a form such a choice holds at once. */
const chosen = ['checkbox', 'radio'];

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
    /** What somebody typed or chose inside of what a selector names, but no password. */
    typed(within: string): TypedText[] {
      const places = [...document.querySelectorAll(within)];
      const fields = [...document.querySelectorAll(`input, select, textarea, ${editable}`)];
      return fields.flatMap((field) => {
        const isInside = places.some((place) => place.contains(field));
        const text = isInside && isChanged(field) ? textOf(field) : '';
        return text === '' ? [] : [{ label: labelOf(field), text }];
      });
    },
  };
}

function isFilledIn(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return field.form !== null;
  if (field instanceof HTMLInputElement) return !chosen.includes(field.type) || field.form !== null;
  return field instanceof HTMLTextAreaElement || field.matches(editable);
}

function contentOf(field: Element): string {
  if (field instanceof HTMLInputElement && chosen.includes(field.type)) return `${field.checked}`;
  if ('value' in field && typeof field.value === 'string') return field.value;
  return field.textContent ?? '';
}

/** A search and a page number stand in the address, and come back with it. */
function isInAddress(content: string): boolean {
  const words = content.trim();
  return words !== '' && [...new URLSearchParams(location.search).values()].includes(words);
}

/** What somebody can copy of a field; '' where there is nothing to copy. */
function textOf(field: Element): string {
  if (field instanceof HTMLInputElement && ['password', 'file', ...chosen].includes(field.type)) {
    return '';
  }
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
  return contentOf(field);
}

function labelOf(field: Element): string {
  const labels = 'labels' in field && field.labels instanceof NodeList ? [...field.labels] : [];
  const label = labels[0]?.textContent ?? field.getAttribute('aria-label');
  return (label ?? field.getAttribute('name') ?? '').trim();
}

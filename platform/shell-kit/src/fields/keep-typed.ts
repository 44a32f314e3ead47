type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Notes what somebody has typed into a rendered page, and which field has the focus. The returned
 * function is called once the same page, drawn anew, has taken its place in `root`. It brings both
 * into the fields of the same name.
 */
export function keepTyped(root: HTMLElement): () => void {
  const kept = textFieldsOf(root).flatMap((field) => {
    const { value: text, defaultValue } = field;
    const hasFocus = field === document.activeElement;
    return hasFocus || text !== defaultValue ? [{ name: nameOf(field), text, hasFocus }] : [];
  });
  return () => {
    for (const { name, text, hasFocus } of kept) {
      const heir = textFieldsOf(root).find((field) => nameOf(field) === name);
      if (heir === undefined) continue;
      if (hasFocus) heir.focus({ preventScroll: true });
      if (heir.value !== text) type(heir, text);
    }
  };
}

export function isTextField(field: Element | null): field is TextField {
  if (field instanceof HTMLTextAreaElement) return true;
  return field instanceof HTMLInputElement && !/^(checkbox|radio|file)$/.test(field.type);
}

function textFieldsOf(root: HTMLElement): TextField[] {
  return [...root.querySelectorAll('input, textarea')].filter(isTextField);
}

function nameOf(field: TextField): string {
  return JSON.stringify([field.type, field.name, field.getAttribute('aria-label')]);
}

/** Sets the text as typing does: React does not notice what is set by the element's own property. */
function type(field: TextField, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

import { chosen, contentOf, type Fields } from './fields.ts';

/** A text that somebody typed, and what the field is called. */
export interface TypedText {
  readonly label: string;
  readonly text: string;
}

/** What somebody typed or chose inside of what a selector names, but no password. */
export function typedTexts(fields: Pick<Fields, 'changedIn'>, within: string): TypedText[] {
  return fields.changedIn(within).flatMap((field) => {
    const text = textOf(field);
    return text === '' ? [] : [{ label: labelOf(field), text }];
  });
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

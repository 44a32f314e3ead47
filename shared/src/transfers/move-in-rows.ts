import type { KeyboardEvent } from 'react';

/** The way from one row, or from one part of a row, to the next. */
const ways: Readonly<Record<string, readonly [row: number, part: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Only the link that opens a row is a tab stop: ten rows are ten. The arrow keys lead from it to the parties and the
 * button of its row, and to the other rows.
 */
export function moveInRows(event: KeyboardEvent): void {
  const way = ways[event.key];
  const { target, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (way === undefined || ctrlKey || metaKey || altKey || shiftKey) return;
  if (!(target instanceof HTMLElement) || !target.matches('a, button')) return;
  const rows = [...currentTarget.querySelectorAll('tr')].map(partsOf);
  const at = rows.findIndex((parts) => parts.includes(target));
  const part = rows[at]?.indexOf(target) ?? 0;
  const heir = rows[at + way[0]]?.[part + way[1]];
  if (heir === undefined) return;
  event.preventDefault();
  heir.focus();
}

const partsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('a, button')];

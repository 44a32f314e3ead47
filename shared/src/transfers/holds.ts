import type { Hold } from './reading.ts';

/** Tells that a reason to hold the rows begins or ends. */
export type ReportHold = (hold: Hold, on: boolean) => void;

/** Milliseconds until a pointer that has left counts as gone: time to get from the rows to the button. */
const mouseLingers = 1000;
/** A finger leaves at each touch; who reads by touch needs longer. */
const touchLingers = 4000;

interface ReadingArea {
  /** Around the rows. */
  readonly rows: HTMLElement;
  /** A place near the top of the rows. */
  readonly top: HTMLElement;
  /** The button that shows what has gathered: on the way to it nothing moves either. */
  readonly button: HTMLElement;
}

/** Watches for signs that somebody is reading the rows. Returns the way out. */
export function watchReader({ rows, top, button }: ReadingArea, report: ReportHold): () => void {
  const stops = [
    watchPointer([rows, button], (on) => report('pointer', on)),
    watchFocus([rows, button], (on) => report('focus', on)),
    watchSelection(rows, (on) => report('selection', on)),
    watchScroll(top, (on) => report('scrolled', on)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function watchPointer(areas: readonly HTMLElement[], report: (on: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enter = () => {
    clearTimeout(timer);
    report(true);
  };
  const leave = ({ pointerType }: PointerEvent) => {
    clearTimeout(timer);
    timer = setTimeout(() => report(false), pointerType === 'mouse' ? mouseLingers : touchLingers);
  };
  for (const area of areas) {
    area.addEventListener('pointerenter', enter);
    area.addEventListener('pointerleave', leave);
  }
  return () => {
    clearTimeout(timer);
    for (const area of areas) {
      area.removeEventListener('pointerenter', enter);
      area.removeEventListener('pointerleave', leave);
    }
  };
}

/** What is inside an area counts, the area itself does not: it takes the focus between two rows. */
function watchFocus(areas: readonly HTMLElement[], report: (on: boolean) => void): () => void {
  const look = () => {
    const focused = document.activeElement;
    report(areas.some((area) => area.contains(focused) && (area !== focused || isButton(area))));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // On its way from one element to another the focus is nowhere: only where it goes counts.
  const leave = ({ relatedTarget }: FocusEvent) => {
    clearTimeout(timer);
    if (relatedTarget === null) timer = setTimeout(look, 0);
  };
  document.addEventListener('focusin', look);
  document.addEventListener('focusout', leave);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('focusin', look);
    document.removeEventListener('focusout', leave);
  };
}

function isButton(element: Element): boolean {
  return element instanceof HTMLButtonElement;
}

function watchSelection(rows: HTMLElement, report: (on: boolean) => void): () => void {
  const look = () => {
    const selection = document.getSelection();
    report(
      selection !== null && !selection.isCollapsed && selection.getRangeAt(0).intersectsNode(rows),
    );
  };
  document.addEventListener('selectionchange', look);
  return () => document.removeEventListener('selectionchange', look);
}

function watchScroll(top: HTMLElement, report: (on: boolean) => void): () => void {
  if (!('IntersectionObserver' in globalThis)) return () => {};
  // Watched from there down without an end: also a jump from below to above is told.
  const observer = new IntersectionObserver(
    (entries) => report(entries.at(-1)?.isIntersecting === false),
    { rootMargin: `-${Math.round(coveredHeight(top))}px 0px 1000000px` },
  );
  observer.observe(top);
  return () => observer.disconnect();
}

/** Pixels at the top of the window that bars cover. */
function coveredHeight(element: HTMLElement): number {
  const size = Number.parseFloat(getComputedStyle(element).scrollMarginBlockStart);
  return Number.isNaN(size) ? 0 : size;
}

import type { Hold } from './reading.ts';

/** Tells that a reason to hold the rows begins or ends. */
export type ReportHold = (hold: Hold, on: boolean) => void;

/** Milliseconds until a pointer that has left or moved elsewhere counts as gone: time to get to the rows or the button. */
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
  const over = new AbortController();
  const { signal } = over;
  watchPointer([rows, button], (on) => report('pointer', on), signal);
  watchFocus([rows, button], (on) => report('focus', on), signal);
  watchSelection(rows, (on) => report('selection', on), signal);
  watchScroll(top, (on) => report('scrolled', on), signal);
  return () => over.abort();
}

type Report = (on: boolean) => void;

function watchPointer(areas: readonly HTMLElement[], report: Report, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const linger = (pointerType: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => report(false), pointerType === 'mouse' ? mouseLingers : touchLingers);
  };
  const enter = () => {
    isOver = true;
    clearTimeout(timer);
    report(true);
  };
  const leave = ({ pointerType }: PointerEvent) => {
    isOver = false;
    linger(pointerType);
  };
  // A mouse that moves may be on its way to a row. A finger is not seen before it touches.
  const approach = ({ pointerType }: PointerEvent) => {
    if (isOver || pointerType !== 'mouse') return;
    report(true);
    linger(pointerType);
  };
  document.addEventListener('pointermove', approach, { signal });
  for (const area of areas) {
    area.addEventListener('pointerenter', enter, { signal });
    area.addEventListener('pointerleave', leave, { signal });
  }
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** What is inside an area counts, the area itself does not: it takes the focus between two rows. */
function watchFocus(areas: readonly HTMLElement[], report: Report, signal: AbortSignal) {
  const look = () => {
    const focused = document.activeElement;
    const counts = (area: HTMLElement) => area !== focused || area instanceof HTMLButtonElement;
    report(areas.some((area) => area.contains(focused) && counts(area)));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // On its way from one element to another the focus is nowhere: only where it goes counts.
  const leave = ({ relatedTarget }: FocusEvent) => {
    clearTimeout(timer);
    if (relatedTarget === null) timer = setTimeout(look, 0);
  };
  document.addEventListener('focusin', look, { signal });
  document.addEventListener('focusout', leave, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function watchSelection(rows: HTMLElement, report: Report, signal: AbortSignal) {
  const look = () => {
    const selection = document.getSelection();
    report(
      selection !== null && !selection.isCollapsed && selection.getRangeAt(0).intersectsNode(rows),
    );
  };
  document.addEventListener('selectionchange', look, { signal });
}

function watchScroll(top: HTMLElement, report: Report, signal: AbortSignal) {
  if (!('IntersectionObserver' in globalThis)) return;
  // Bars cover so many pixels at the top of the window.
  const covered = Number.parseFloat(getComputedStyle(top).scrollMarginBlockStart) || 0;
  // Watched from there down without an end: also a jump from below to above is told.
  const observer = new IntersectionObserver(
    (entries) => report(entries.at(-1)?.isIntersecting === false),
    { rootMargin: `-${Math.round(covered)}px 0px 1000000px` },
  );
  observer.observe(top);
  signal.addEventListener('abort', () => observer.disconnect());
}

import type { PropsWithChildren, ReactNode } from 'react';

/** The mark: a tally stick with its notches. Decorative; its link carries the name. */
export function HomeMark() {
  return (
    <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M2 8h22v4l-2.5 2 2.5 2v2H2z" fill="var(--brand)" />
      <path d="M6 8v5M10 8v5M14 8v5M18 8v3" stroke="var(--paper)" strokeWidth="1.6" />
    </svg>
  );
}

/** A person; filled for somebody who is known. Decorative; its link carries the name. */
export function UserIcon({ filled }: { filled: boolean }) {
  return (
    <Drawing>
      <circle cx="12" cy="8" r="4" fill={filled ? 'currentColor' : 'none'} />
      <path d="M4 21c1-4 4-6 8-6s7 2 8 6" fill={filled ? 'currentColor' : 'none'} />
    </Drawing>
  );
}

/** Drawings by the names that menu entries use; the last three are of buttons. */
const drawings: ReadonlyMap<string, ReactNode> = new Map(
  Object.entries({
    home: <path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z" />,
    verified: (
      <path d="M12 2l2.4 2 3.1-.3.9 3L21 8.4l-1 2.9 1 2.9-2.6 1.7-.9 3-3.1-.3-2.4 2-2.4-2-3.1.3-.9-3L3 14.2l1-2.9-1-2.9 2.6-1.7.9-3 3.1.3zM8.5 11.5l2.5 2.5 4.5-5" />
    ),
    transfers: <path d="M4 8h15l-4-4M20 16H5l4 4" />,
    code: <path d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14" />,
    tag: <path d="M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01" />,
    mail: <path d="M3 6h18v12H3zM3 7l9 7 9-7" />,
    search: (
      <>
        <circle cx="10.5" cy="10.5" r="6.5" />
        <path d="M15.5 15.5L21 21" />
      </>
    ),
    more: (
      <>
        <circle cx="5" cy="12" r="1.5" />
        <circle cx="12" cy="12" r="1.5" />
        <circle cx="19" cy="12" r="1.5" />
      </>
    ),
    close: <path d="M6 6l12 12M18 6L6 18" />,
  }),
);

/** The icon of a menu entry or a button, which carries the name; a plain mark for one that the shell does not know. */
export function Icon({ name }: { name: string }) {
  return <Drawing>{drawings.get(name) ?? <circle cx="12" cy="12" r="5" />}</Drawing>;
}

/** Lines in the colour of the text. Decorative; what it stands in carries the name. */
export function Drawing({
  strokeWidth = 1.6,
  children,
}: PropsWithChildren<{ strokeWidth?: number }>) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

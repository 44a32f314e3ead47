/** The mark: a tally stick with its notches. Decorative; its link carries the name. */
export function HomeIcon() {
  return (
    <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M2 8h22v4l-2.5 2 2.5 2v2H2z" fill="var(--brand)" />
      <path d="M6 8v5M10 8v5M14 8v5M18 8v3" stroke="var(--paper)" strokeWidth="1.6" />
    </svg>
  );
}

/** A person. Decorative; its link carries the name. */
export function UserIcon() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <circle cx="12" cy="8" r="4" />
      <path d="M4 21c1-4 4-6 8-6s7 2 8 6" />
    </svg>
  );
}

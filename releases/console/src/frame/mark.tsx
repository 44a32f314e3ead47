/** The tally stick, in two halves. Decorative. */
export function Mark() {
  return (
    <svg width="28" height="28" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M2 8h22v4l-2.500 2 2.500 2v2H2z" fill="var(--mark, var(--brand))" />
      <path
        d="M6 8v5M10 8v5M14 8v5M18 8v3"
        stroke="var(--mark-notch, var(--card))"
        strokeWidth="1.600"
      />
    </svg>
  );
}

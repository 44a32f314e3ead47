/** The tally stick, in two halves. Decorative. */
export function Mark() {
  return (
    <svg width="28" height="28" viewBox="0 0 26 26" aria-hidden="true">
      <path
        d="M2 8h3.200v5h1.600V8h2.400v5h1.600V8h2.400v5h1.600V8h2.400v3h1.600V8H24v4l-2.500 2 2.500 2v2H2z"
        fill="currentColor"
      />
    </svg>
  );
}

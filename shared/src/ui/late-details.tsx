import { type ReactNode, useEffect, useRef, useState } from 'react';

interface LateDetailsProps {
  readonly summary: string;
  /** Drawn only while it is open. */
  readonly children: ReactNode;
}

/** What is shown to who opens it, and is neither drawn nor loaded before. */
export function LateDetails({ summary, children }: LateDetailsProps) {
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // In a page that comes rendered it opens before anybody listens.
  useEffect(() => setOpen(details.current?.open === true), []);
  return (
    <details ref={details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? children : null}
    </details>
  );
}

import { Link, useLocation } from '@tallystick/shared/router';
import { useState, version } from 'react';

/** A card for pages of others. */
export function Widget({ id }: { readonly id: string }) {
  const { pathname } = useLocation();
  const [count, setCount] = useState(0);
  return (
    <section aria-label="Card">
      <p>{`Card of ${id} at ${pathname}, React ${version}`}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`Card pressed ${count} times`}
      </button>
      <Link to="/notes-earlier">All notes</Link>
    </section>
  );
}

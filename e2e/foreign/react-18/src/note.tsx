import { Remote } from '@tallystick/shared/composition';
import {
  Form,
  Link,
  Outlet,
  useActionData,
  useLoaderData,
  useNavigate,
  useParams,
  useSearchParams,
} from '@tallystick/shared/router';
import { useState } from 'react';

/** One note: everything that the router has for a page, and cards of this and of another app. */
export function Note() {
  const { id } = useParams();
  const { text, lines } = useLoaderData();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const answer = useActionData();
  return (
    <article>
      <h2>{`Note ${id}`}</h2>
      <p>{text}</p>
      <p>{`Lines: ${lines.join(', ') || 'none'}, ${answer ?? 'nothing sent'}`}</p>
      <p>{`Search: ${search.get('q') ?? 'none'}`}</p>
      <button type="button" onClick={() => setSearch({ q: 'ada' })}>
        Search
      </button>
      <button type="button" onClick={() => navigate(`../${Number(id) + 1}`)}>
        Next
      </button>
      <Link to="fragile">Fragile</Link>
      <Form method="post">
        <input name="line" aria-label="Line" />
        <button type="submit">Add</button>
      </Form>
      <Remote
        app="mfe-parties"
        expose="./party-card"
        props={{ kind: 'creator', id: 'card-college' }}
        fallback={<p>No card of the party</p>}
      />
      <Remote
        app="notes-earlier"
        expose="./note-card"
        props={{ id }}
        fallback={<p>No card of the note</p>}
      />
      <Outlet />
    </article>
  );
}

/** In the footer: it has the parameters of its route. */
export function NoteTools() {
  const { id } = useParams();
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`Tools of ${id}, pressed ${count} times`}
    </button>
  );
}

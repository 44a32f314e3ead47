import { ledger } from '@tallystick/shared/api';
import { useAnswer } from '@tallystick/shared/api/use-answer';
import { transferFeed, useFeedState } from '@tallystick/shared/realtime';
import { Link, Outlet, useLoaderData, useRouteError } from '@tallystick/shared/router';
import { useSession } from '@tallystick/shared/session';
import { useEffect, useState, version } from 'react';
import { Note, NoteTools } from './note.tsx';

/** What all notes have around them: who is here, and what the feed says. */
function Notes() {
  // A build of a test has another word there.
  if (useLoaderData().mood !== 'works') throw new Error('broken on purpose');
  const session = useSession();
  const state = useFeedState();
  const [heard, setHeard] = useState(0);
  useEffect(
    () => transferFeed().subscribe(({ type }) => type === 'event' && setHeard((n) => n + 1)),
    [],
  );
  const latest = useAnswer('latest', (signal) => ledger.latestTransfers({ index: 1 }, signal));
  return (
    <>
      <h1>{`Notes of React ${version}`}</h1>
      <p>{session.status === 'signed-in' ? `Signed in: ${session.user.email}` : 'A visitor'}</p>
      <p>{`The feed is ${state}, ${heard} heard`}</p>
      <p>{latest?.ok ? 'The ledger answers' : 'The ledger is asked'}</p>
      <label>
        Draft <input />
      </label>
      <Link to="/transfers">To all transfers</Link>
      <Outlet />
    </>
  );
}

function Fragile(): never {
  throw new Error('fragile as it is');
}

function Sorry() {
  const error = useRouteError();
  return <p>{`Sorry: ${error instanceof Error ? error.message : 'who knows'}`}</p>;
}

const lines: string[] = [];

export const routes = {
  '/notes-earlier': {
    Component: Notes,
    loader: () => ({ mood: 'works' }),
    children: {
      '': { Component: () => <p>Choose one</p> },
      ':id': {
        Component: Note,
        zones: { footer: NoteTools },
        loader: ({ params }) => ({ text: `Loaded for ${params.id}`, lines: [...lines] }),
        action: async ({ request }) => {
          lines.push(String((await request.formData()).get('line')));
          return 'Taken';
        },
        children: { fragile: { Component: Fragile, ErrorBoundary: Sorry } },
      },
    },
  },
};

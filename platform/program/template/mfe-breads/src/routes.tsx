import type { RouteModules } from '@tallystick/shell-kit/route-module';
import { Link, type LoaderFunctionArgs, useLoaderData } from '@tallystick/shell-kit/router';

const breads = [
  { id: 'rye', name: 'Rye', warm: '6:30', words: 'Dark, sour, good for a week.' },
  { id: 'spelt', name: 'Spelt', warm: '7:00', words: 'Light, with a nutty crust.' },
  { id: 'baguette', name: 'Baguette', warm: '7:30', words: 'Best within the hour.' },
];

function Breads() {
  return (
    <>
      <h1>Breads of the day</h1>
      <ul>
        {breads.map(({ id, name, warm }) => (
          <li key={id}>
            <Link to={`/bread/${id}`}>{name}</Link>, warm at {warm}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a page shows is read before it appears, also where it is rendered on the server. */
function loadBread({ params }: LoaderFunctionArgs) {
  const bread = breads.find(({ id }) => id === params.id);
  if (bread === undefined) throw new Response(null, { status: 404 });
  return bread;
}

function Bread() {
  const { name, warm, words } = useLoaderData<ReturnType<typeof loadBread>>();
  return (
    <>
      <h1>{name}</h1>
      <p>{words}</p>
      <p>Warm at {warm}.</p>
    </>
  );
}

/** The pages, by the paths that remote.json declares. */
export const routes: RouteModules = {
  '/': { Component: Breads },
  '/bread/:id': { Component: Bread, loader: loadBread },
};

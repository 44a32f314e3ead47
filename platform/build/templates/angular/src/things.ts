export interface Thing {
  id: string;
  name: string;
  words: string;
}

const things: readonly Thing[] = [
  { id: 'rye', name: 'Rye', words: 'Dark, sour, good for a week.' },
  { id: 'spelt', name: 'Spelt', words: 'Light, with a nutty crust.' },
  { id: 'baguette', name: 'Baguette', words: 'Best within the hour.' },
];

/** What a loader gets of the site. */
interface Load {
  params: { id?: string };
  request: Request;
}

/** Those with the words of `?q=` in their names. */
export function loadThings({ request }: Load): readonly Thing[] {
  const words = new URL(request.url).searchParams.get('q') ?? '';
  return things.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
}

/** One of them; its `title` names the page. */
export function loadThing({ params }: Load): Thing & { title: string } {
  const thing = findThing(params.id);
  if (thing === undefined) throw new Response(null, { status: 404 });
  return { ...thing, title: thing.name };
}

export function findThing(id: string | undefined): Thing | undefined {
  return things.find((thing) => thing.id === id);
}

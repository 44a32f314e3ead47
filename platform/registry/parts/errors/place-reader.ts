import type { PageError } from '@tallystick/contract/page-error';
import { LRUCache } from 'lru-cache';
import type { PartContext } from '../../src/part/part.ts';
import { placeOf, placeWords } from './contract/page-errors.ts';
import { openMapThread } from './source-maps/map-thread.ts';
import { readFrames } from './source-maps/read-frames.ts';
import { readSourceMap } from './source-maps/source-maps.ts';

/** Places that are known already: who asks for a page often may have it fail often. */
const maxPlaces = 500;

/**
 * Says where in the source an error was thrown, such as `src/total.tsx:12`, one after another; null: it stands in no
 * file of a build.
 */
export function openPlaceReader({ db, files }: Pick<PartContext, 'db' | 'files'>) {
  const places = new LRUCache<string, Promise<string | null>>({ max: maxPlaces });
  let last: Promise<unknown> = Promise.resolve();

  async function read({ app, frames }: PageError): Promise<string | null> {
    const thread = openMapThread();
    const found = await readFrames(app, frames, {
      readMap: (frame) => readSourceMap(db, files.artifacts, frame, frame.path),
      thread,
    }).finally(thread.end);
    return placeWords(placeOf(found)) || null;
  }

  return (error: PageError): Promise<string | null> => {
    const key = `${error.app} ${error.frames.join(' ')}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = last.then(() => read(error));
    last = place.catch(() => places.delete(key));
    places.set(key, place);
    return place;
  };
}

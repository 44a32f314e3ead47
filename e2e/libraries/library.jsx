import { useEffect, useRef, useState } from 'react';

/** Imports the file of each library, by its name. */
const pages = new Map();

/** Shows what one library draws, and says in `data-right` whether that is as its authors meant it. */
function Library() {
  const place = useRef(null);
  const [loaded, setLoaded] = useState(null);
  useEffect(() => {
    const name = location.pathname.split('/').at(-1);
    const element = place.current;
    let looking;
    const say = (word) => {
      element.dataset.right = word;
    };
    pages
      .get(name)()
      .then(async (page) => {
        setLoaded(page);
        await page.show?.(element.appendChild(document.createElement('div')));
        looking = setInterval(() => isRight(page, element.lastElementChild) && say('yes'), 50);
      })
      .catch((error) => {
        console.error(error);
        say('no');
      });
    return () => clearInterval(looking);
  }, []);
  return (
    <div id="library" ref={place}>
      {loaded?.Page ? <loaded.Page /> : null}
    </div>
  );
}

function isRight(page, element) {
  try {
    return page.isRight(page.Page ? document.getElementById('library') : element);
  } catch {
    // It is not there yet.
    return false;
  }
}

/** Routes below a path, one for each library: `files` imports the file of each, by its name. */
export function routesOf(path, files) {
  for (const [name, load] of Object.entries(files)) pages.set(name, load);
  return Object.fromEntries(
    Object.keys(files).map((name) => [`${path}/${name}`, { Component: Library }]),
  );
}

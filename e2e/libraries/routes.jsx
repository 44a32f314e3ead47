import { useEffect, useRef, useState } from 'react';

const pages = import.meta.glob('./pages/*.jsx');

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
    pages[`./pages/${name}.jsx`]()
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

export const routes = Object.fromEntries(
  Object.keys(pages).map((file) => [
    `/libraries/${/(\w[\w-]*)\.jsx$/.exec(file)[1]}`,
    { Component: Library },
  ]),
);

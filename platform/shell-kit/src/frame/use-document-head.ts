import { useEffect, useRef } from 'react';

interface DocumentHead {
  /** Path and query of the document's own address. */
  here: string;
  title: string;
  /** Path and query of the address by which the page should be known; null: none. */
  address: string | null;
  /** Path of an Atom feed of what the page is about. */
  feed: string | null;
}

/**
 * Keeps the document's title, canonical address and feed in step with the page. At the address that the
 * document came with, address and feed stay as they are, since the site server knew more about them.
 */
export function useDocumentHead({ here, title, address, feed }: DocumentHead): void {
  const first = useRef<string | null>(here);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (first.current === here) return;
    first.current = null;
    setLink({ rel: 'canonical' }, address);
    setLink({ rel: 'alternate', type: 'application/atom+xml' }, feed);
  }, [here, address, feed]);
}

function setLink(attributes: { rel: string; type?: string }, path: string | null): void {
  const known = document.head.querySelector(`link[rel=${attributes.rel}]`);
  if (path === null) {
    known?.remove();
    return;
  }
  const link = known ?? document.head.appendChild(document.createElement('link'));
  Object.assign(link, attributes, { href: location.origin + path });
}

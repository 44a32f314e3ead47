import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import classes from './announcements.module.css';

const shownFor = 8_000;

const AnnouncementContext = createContext<(text: string) => void>(() => {});

/** The way to tell, to eyes and ears, what has come of something. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnouncementContext);
}

/** Shows what was announced last, for a while, in a line of its own above the page. */
export function Announcements({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), shownFor);
    return () => clearTimeout(timer);
  }, [said]);
  const [announce] = useState(() => (text: string) => setSaid({ text }));
  return (
    <AnnouncementContext value={announce}>
      <div className={classes.place} role="status">
        {said === null ? null : <p className={classes.said}>{said.text}</p>}
      </div>
      {children}
    </AnnouncementContext>
  );
}

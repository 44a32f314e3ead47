/** What the pages look like: as the system does, or as chosen. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

// public/first.js reads it too, before anything is painted.
const key = 'theme';
const listeners = new Set<() => void>();
/** Where storage is forbidden, the choice lasts as long as the page. */
let unkept: Theme | null = null;

/** The chosen theme; `system` if none was chosen, or what is stored is none. */
export function currentTheme(): Theme {
  if (unkept !== null) return unkept;
  const stored = read();
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Chooses a theme in this browser, for all of its tabs. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    unkept = theme;
  }
  tell();
}

/** Shows the chosen theme from now on, also when another tab chooses. */
export function startTheme(): void {
  addEventListener('storage', (event) => {
    // Without a key everything was removed.
    if (event.key === key || event.key === null) tell();
  });
  tell();
}

/** For `useSyncExternalStore`; answers how to stop. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  const theme = currentTheme();
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const listener of listeners) listener();
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

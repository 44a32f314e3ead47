import { openChoice } from './choice.ts';

/** What the pages look like: as the system does, or as chosen. */
export type Theme = ReturnType<typeof theme.current>;

/** The chosen theme. `public/first.js` of an app reads it too, before anything is painted. */
export const theme = openChoice('theme', ['system', 'light', 'dark'], 'system');

/** Shows the chosen theme from now on, also when another tab chooses. */
export function startTheme(): void {
  const show = () => {
    const { dataset } = document.documentElement;
    const chosen = theme.current();
    if (chosen === 'system') delete dataset.theme;
    else dataset.theme = chosen;
  };
  theme.watch(show);
  show();
}

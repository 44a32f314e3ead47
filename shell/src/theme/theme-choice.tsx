import { useSyncExternalStore } from 'react';
import { strings } from '../strings.ts';
import { chooseTheme, currentTheme, onTheme, type Theme, themes } from './theme.ts';
import styles from './theme-choice.module.css';
import { ThemeIcon } from './theme-icon.tsx';

/** System, light or dark: one group of three, an arrow key or a tap apart. */
export function ThemeChoice() {
  const chosen = useSyncExternalStore(onTheme, currentTheme);
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{strings.theme.title}</legend>
      {themes.map((theme) => (
        <ThemeOption key={theme} theme={theme} chosen={theme === chosen} />
      ))}
    </fieldset>
  );
}

function ThemeOption({ theme, chosen }: { theme: Theme; chosen: boolean }) {
  return (
    <label className={styles.option} title={strings.theme[theme]}>
      <input
        type="radio"
        name="theme"
        value={theme}
        checked={chosen}
        onChange={() => chooseTheme(theme)}
      />
      <ThemeIcon theme={theme} />
      <span className="visually-hidden">{strings.theme[theme]}</span>
    </label>
  );
}

import { theme } from '@tallystick/ui/theme';
import { useChoice } from '@tallystick/ui/use-choice';
import { useChosenBefore } from '@tallystick/ui/use-chosen-before';
import { useRef } from 'react';
import { Drawing } from '../menu/icons.tsx';
import { strings } from '../strings.ts';
import styles from './theme-choice.module.css';

/** System, light or dark: one group of three, an arrow key or a tap apart. */
export function ThemeChoice() {
  const [chosen, choose] = useChoice(theme);
  const place = useRef<HTMLFieldSetElement>(null);
  useChosenBefore(place, theme.options, choose);
  return (
    <fieldset ref={place} className={styles.choice}>
      <legend className="visually-hidden">{strings.theme.title}</legend>
      {theme.options.map((option) => (
        <label key={option} className={styles.option} title={strings.theme[option]}>
          <input
            type="radio"
            autoComplete="off"
            name="theme"
            value={option}
            checked={option === chosen}
            onChange={() => choose(option)}
          />
          <Drawing strokeWidth={1.7}>{shapes[option]}</Drawing>
          <span className="visually-hidden">{strings.theme[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A screen, a sun and a moon. */
const shapes = {
  system: <path d="M4 5h16v11H4zM9 20h6M12 16v4" />,
  light: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
    </>
  ),
  dark: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />,
} as const;

import { theme } from '@tallystick/shared/choice/theme';
import { useChoice } from '@tallystick/shared/choice/use-choice';
import { strings } from '../strings.ts';
import styles from './theme-choice.module.css';
import { ThemeIcon } from './theme-icon.tsx';

/** System, light or dark: one group of three, an arrow key or a tap apart. */
export function ThemeChoice() {
  const [chosen, choose] = useChoice(theme);
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{strings.theme.title}</legend>
      {theme.options.map((option) => (
        <label key={option} className={styles.option} title={strings.theme[option]}>
          <input
            type="radio"
            name="theme"
            value={option}
            checked={option === chosen}
            onChange={() => choose(option)}
          />
          <ThemeIcon theme={option} />
          <span className="visually-hidden">{strings.theme[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}

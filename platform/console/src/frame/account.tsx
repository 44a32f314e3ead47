import { Segments } from '@tallystick/ui/segments';
import { theme } from '@tallystick/ui/theme';
import { useChoice } from '@tallystick/ui/use-choice';
import { useId } from 'react';
import { useCall } from '../admin/use-admin.ts';
import { useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import classes from './account.module.css';

const themes = theme.options.map((option) => ({ option, label: strings.theme[option] }));

/** Who is signed in; behind it the theme and the way out. */
export function Account() {
  const { actor, signOut } = useSignedIn();
  const [chosen, choose] = useChoice(theme);
  const { trouble, run } = useCall();
  const menu = useId();
  return (
    <>
      <button
        type="button"
        className={classes.button}
        popoverTarget={menu}
        aria-label={strings.session.account(actor.name)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="8" r="4" />
          <path d="M4 21c1-4 4-6 8-6s7 2 8 6" />
        </svg>
        <span className={classes.name}>{actor.name}</span>
      </button>
      <div id={menu} popover="auto" className={classes.menu}>
        <p>
          <strong>{actor.name}</strong>
          <br />
          {strings.session.role(actor.scope)}
        </p>
        <Segments
          legend={strings.theme.title}
          segments={themes}
          chosen={chosen}
          onChoose={choose}
        />
        <TroubleNotice trouble={trouble} />
        <Action onClick={() => void run(signOut())}>{strings.session.signOut}</Action>
      </div>
    </>
  );
}

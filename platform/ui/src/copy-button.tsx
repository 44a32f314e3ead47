import { useEffect, useState } from 'react';
import classes from './copy-button.module.css';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in 'transaction id'. */
  readonly what: string;
  /** Shows 'Copy' in words beside the icon. */
  readonly worded?: boolean;
  /** -1: something else leads the keyboard to it. */
  readonly tabIndex?: -1;
}

type Outcome = 'copied' | 'failed' | null;
const shownFor = 2_500;
const shapes = {
  copy: 'M5.500 5.500h8v8h-8zM2.500 10.500v-8h8',
  copied: 'M3 8.5l3.2 3.2L13 4.5',
  failed: 'M4 4l8 8M12 4l-8 8',
};

/** Copies `text`, and says so to eyes and ears. */
export function CopyButton({ text, what, worded = false, tabIndex }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const said = {
    copied: `Copied: ${what}`,
    failed: `The browser does not allow to copy the ${what}`,
  };
  return (
    <span className={classes.copy}>
      <button
        type="button"
        className={classes.button}
        tabIndex={tabIndex}
        aria-label={`Copy ${what}`}
        title={outcome === 'failed' ? said.failed : `Copy ${what}`}
        onClick={() => {
          setOutcome(null);
          write(text).then(
            () => setOutcome('copied'),
            () => setOutcome('failed'),
          );
        }}
      >
        <svg viewBox="0 0 16 16" className={classes.icon} data-outcome={outcome} aria-hidden="true">
          <path d={shapes[outcome ?? 'copy']} />
        </svg>
        {worded ? <span>Copy</span> : null}
      </button>
      <span role="status" className="visually-hidden">
        {outcome === null ? '' : said[outcome]}
      </span>
    </span>
  );
}

/** Rejects also in a page that is not secure, which has no clipboard. */
const write = async (text: string) => navigator.clipboard.writeText(text);

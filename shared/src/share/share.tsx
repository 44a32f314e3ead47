import { Button } from '@tallystick/ui/button';
import { CopyButton } from '@tallystick/ui/copy-button';
import { useState, useSyncExternalStore } from 'react';
import { useLate } from '../late/use-late.ts';
import { PopoverButton } from '../ui/popover-button.tsx';
import classes from './share.module.css';
import { strings } from './strings.ts';

const loadCode = async () =>
  (await import(/* webpackChunkName: "qr-code" */ './qr-code.tsx')).QrCode;

interface ShareProps {
  /** Path of the page. */
  readonly path: string;
  /** What the page is of. */
  readonly title: string;
}

/** The ways to hand a page on: its address, to send, to copy or as a QR code; and on paper. */
export function Share({ path, title }: ShareProps) {
  const [isOpen, setOpen] = useState(false);
  // The address stands there without it; opening it again asks again.
  const [Code] = useLate(loadCode, isOpen ? 'open' : null);
  const origin = useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => null,
  );
  const url = origin === null ? path : new URL(path, origin).href;
  return (
    <PopoverButton label={strings.share} onToggle={setOpen}>
      <div className={classes.share}>
        <div className={classes.code}>{Code && <Code text={url} />}</div>
        <code className={classes.address}>{url}</code>
        <div className={classes.ways}>
          {origin !== null && 'share' in navigator ? (
            // Who thinks better of it is no failure.
            <Button primary onClick={() => void navigator.share({ title, url }).catch(() => {})}>
              {strings.send}
            </Button>
          ) : null}
          <CopyButton text={url} what={strings.link} worded />
          <Button onClick={() => print()}>{strings.print}</Button>
        </div>
      </div>
    </PopoverButton>
  );
}

import type { Token } from '@tallystick/registry/contract/tokens';
import { Button } from '@tallystick/shared/ui/button';
import { useState } from 'react';
import type { Trouble } from '../admin/answer.ts';
import { useAdmin } from '../admin/use-admin.ts';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';

interface RevokeTokenProps {
  readonly token: Token;
  /** It is the one that the person is signed in with. */
  readonly own: boolean;
  readonly onClose: () => void;
}

/** Asks before a token is ended for good. */
export function RevokeToken({ token, own, onClose }: RevokeTokenProps) {
  const admin = useAdmin();
  const announce = useAnnounce();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const words = strings.tokens;

  async function revoke(): Promise<void> {
    const answer = await admin.revokeToken(token.id);
    setTrouble(answer.ok ? null : answer);
    if (!answer.ok) return;
    announce(words.revokedOf(token.name));
    onClose();
  }

  return (
    <Dialog title={words.revokeOf(token.name)} onClose={onClose}>
      <DialogBody>
        <p>{words.revokeMeans(token.name)}</p>
        {own ? <p>{words.own}</p> : null}
        {trouble === null ? null : <TroubleNotice trouble={trouble} />}
      </DialogBody>
      <DialogFoot>
        <Button data-first onClick={onClose}>
          {strings.change.cancel}
        </Button>
        <Button primary onClick={() => void revoke()}>
          {words.revoke}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

import type { Token } from '@tallystick/registry/contract/tokens';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { strings } from '../strings.ts';
import { useAnnounce } from '../ui/announcements.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

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
  const { trouble, run } = useCall();
  const words = strings.tokens;

  async function revoke(): Promise<void> {
    const answer = await run(admin.revokeToken(token.id));
    if (!answer.ok) return;
    announce(words.revokedOf(token.name));
    onClose();
  }

  return (
    <FormDialog
      title={words.revokeOf(token.name)}
      confirm={words.revoke}
      careful
      trouble={trouble}
      onClose={onClose}
      onSend={() => void revoke()}
    >
      <p>{words.revokeMeans(token.name)}</p>
      {own ? <p>{words.own}</p> : null}
    </FormDialog>
  );
}

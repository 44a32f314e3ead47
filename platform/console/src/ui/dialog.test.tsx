// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveDialogs } from './dialog.testing.ts';
import { Dialog } from './dialog.tsx';

beforeAll(giveDialogs);
afterEach(cleanup);

/** As a browser closes it that lets nobody prevent that: at a second Escape. */
function closeByBrowser(dialog: HTMLDialogElement): void {
  dialog.close();
  fireEvent(dialog, new Event('close'));
}

describe('a dialog that the browser closes', () => {
  it('opens again where it can only be answered, and its first field has the focus', () => {
    render(
      <Dialog title="Your session has ended">
        <input aria-label="Token" data-first />
      </Dialog>,
    );
    screen.getByLabelText('Token').blur();
    closeByBrowser(screen.getByRole('dialog'));
    expect(screen.getByRole('dialog')).toHaveProperty('open', true);
    expect(document.activeElement).toBe(screen.getByLabelText('Token'));
  });

  it('is left where it may be left', () => {
    let closed = 0;
    const { unmount } = render(
      <Dialog
        title="Promote mfe-ledger"
        onClose={() => {
          closed += 1;
        }}
      >
        text
      </Dialog>,
    );
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    closeByBrowser(dialog);
    expect(closed).toBe(1);
    // The event of a close by the page itself comes when the dialog is gone.
    unmount();
    closeByBrowser(dialog);
    expect(closed).toBe(1);
  });
});

// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function press(writeText?: (text: string) => Promise<void>): void {
  vi.stubGlobal('navigator', writeText ? { clipboard: { writeText } } : {});
  render(<CopyButton text="b84020c6" what="transaction id" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy transaction id' }));
}

describe('the copy button', () => {
  it('copies, and is heard', async () => {
    const copied: string[] = [];
    press(async (text) => void copied.push(text));
    await screen.findByText('Copied: transaction id');
    expect(screen.getByRole('status').textContent).toBe('Copied: transaction id');
    expect(copied).toEqual(['b84020c6']);
  });

  it('says when the browser does not let it, to eyes as well', async () => {
    press(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    await screen.findByText('The browser does not allow to copy the transaction id');
    expect(screen.getByRole('button').title).toBe(
      'The browser does not allow to copy the transaction id',
    );
    cleanup();
    press();
    await screen.findByText('The browser does not allow to copy the transaction id');
  });
});

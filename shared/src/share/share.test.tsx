// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Share } from './share.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () => render(<Share path="/user/ada" title="Ada" />);
const open = () => {
  const sheet = document.querySelector('[popover]') ?? expect.fail('no sheet');
  fireEvent(sheet, Object.assign(new Event('toggle'), { newState: 'open' }));
};

it('has the address as a link to copy and, once it is opened, as a QR code', async () => {
  show();
  expect(screen.getByText('http://localhost:3000/user/ada')).toBeTruthy();
  expect(screen.getByLabelText('Copy link')).toBeTruthy();
  expect(screen.queryByTitle('QR code of the address')).toBeNull();
  open();
  const code = (await screen.findByTitle('QR code of the address')).closest('svg');
  // Version 3 has 29 modules a side, and a margin of 4 around it.
  expect(code?.getAttribute('viewBox')).toBe('0 0 37 37');
});

it('sends the address where the browser can, and minds no change of mind', async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('no', 'AbortError'));
  expect(screen.queryByText('Send…')).toBeNull();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  show();
  fireEvent.click(screen.getByText('Send…'));
  expect(share).toHaveBeenCalledWith({ title: 'Ada', url: 'http://localhost:3000/user/ada' });
});

// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { plainTexts } from '../texts.ts';
import { showNotStarted } from './not-started.ts';

afterEach(() => vi.unstubAllGlobals());

const alert = () => {
  document.body.innerHTML =
    '<main id="not-loaded" hidden><div role="alert"><h1>It did not load</h1><p>The site is being renewed. <a href="">Load again</a></p></div></main>';
  showNotStarted(plainTexts);
  const notice = document.querySelector('main');
  return notice?.hidden === false ? notice.textContent : null;
};

it('over plain http it says that https is needed, and nothing of loading again', () => {
  vi.stubGlobal('isSecureContext', false);
  expect(alert()).toBe(
    'It did not loadBrowsers can check what this site sends only over https, or at localhost on the machine itself. Open it at such an address.',
  );
});

it('elsewhere it says what the page says', () => {
  vi.stubGlobal('isSecureContext', true);
  expect(alert()).toBe('It did not loadThe site is being renewed. Load again');
});

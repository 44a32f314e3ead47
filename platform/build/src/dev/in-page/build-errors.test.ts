// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { showBuildErrors } from './build-errors.ts';

function tell(message: object, source: Window | null = window): void {
  dispatchEvent(new MessageEvent('message', { data: message, source }));
}

it('a page says what does not build, for as long as it does not', () => {
  document.body.innerHTML = '<aside id="working-copy">mfe-notes is your working copy.</aside>';
  const text = () => document.body.textContent;
  showBuildErrors();
  tell({ type: 'webpackErrors', data: ['<p> is not closed'] }, null);
  expect(text()).toBe('mfe-notes is your working copy.');
  tell({ type: 'webpackErrors', data: ['<p> is not closed'] });
  expect(text()).toBe('mfe-notes is your working copy.<p> is not closed');
  tell({ type: 'webpackErrors', data: ['no such file'] });
  expect(text()).toBe('mfe-notes is your working copy.no such file');
  tell({ type: 'webpackOk' });
  expect(text()).toBe('mfe-notes is your working copy.');
});

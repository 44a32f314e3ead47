// @vitest-environment jsdom
import { useLoaderData } from '@tallystick/shared/router';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { visit } from '../testing/visit.tsx';
import { lateRoute } from './late-route.tsx';

afterEach(cleanup);

const greeting = {
  Component: () => <p>{useLoaderData<string>()}</p>,
  loader: ({ params }: { params: { name?: string | undefined } }) => `Hello ${params.name}`,
};

it('loads a page’s code at its first visit, with the page’s own loader', async () => {
  let loads = 0;
  const route = lateRoute(async () => {
    loads += 1;
    return greeting;
  });
  expect(loads).toBe(0);
  visit({ '/hello/:name': route }, '/hello/ada');
  expect(await screen.findByText('Hello ada')).toBeTruthy();
  expect(loads).toBe(1);
});

it('fails like any route while its code cannot be had, and asks again at the next visit', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(greeting)];
  const route = lateRoute(() => answers.shift() ?? Promise.resolve(greeting));
  const router = visit({ '/hello/:name': route }, '/hello/ada');
  expect(await screen.findByText(/Unexpected Application Error: Error: offline/)).toBeTruthy();
  await router.navigate('/hello/bob');
  expect(await screen.findByText('Hello bob')).toBeTruthy();
});

it('shows a page without a loader', async () => {
  visit({ '/plain': lateRoute(async () => ({ Component: () => <p>Plain</p> })) }, '/plain');
  expect(await screen.findByText('Plain')).toBeTruthy();
});

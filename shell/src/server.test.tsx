import { ledger } from '@tallystick/shared/api';
import { noteRelease } from '@tallystick/shell-kit/testing/note-release';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from './server.tsx';

const remote = noteRelease('1.0.0-aaaaaaaaaaaa', [
  { path: '/notes/:id', page: 'Note' },
  { path: '/old/:id', page: 'Note' },
  { path: '/gone/:id', page: 'Note' },
  { path: '/broken/:id', page: 'Note' },
  { path: '/list/:id', page: 'Note' },
]);
const order: Omit<Parameters<typeof render>[0], 'address'> = {
  configuration: {
    productName: 'Tallystick',
    siteMode: 'main',
    ledgerUrl: 'http://ledger.test',
    ledgerToken: 'token',
    live: { appId: 'app', apiKey: 'key' },
    identity: { apiKey: 'key', authDomain: 'identity.test', projectId: 'project' },
    traces: true,
  },
  release: {
    channel: 'production',
    revision: 1,
    shell: { name: 'shell', build: '1.0.0-000000000000' },
    remotes: [remote],
  },
  remote: {
    routes: {
      '/notes/:id': {
        Component: () => <p>Note {useLoaderData<string>()}</p>,
        loader: ({ params }: LoaderFunctionArgs) => params.id,
      },
      '/gone/:id': {
        Component: () => null,
        loader: ({ params }: LoaderFunctionArgs) => {
          throw Object.assign(new TypeError(`no ${params.id}`), { code: 'moved' });
        },
      },
      '/broken/:id': {
        Component: () => {
          throw Object.assign(new TypeError('no note'), { code: 'moved' });
        },
      },
      '/list/:id': {
        Component: () => <p>{useLoaderData<number>()} transactions</p>,
        loader: async () => {
          const answer = await ledger.latestTransfers({ index: 1 });
          return answer.ok ? answer.data.count : answer.error;
        },
      },
      '/old/:id': {
        Component: () => null,
        loader: ({ params }: LoaderFunctionArgs) => redirect(`/notes/${params.id}`),
      },
    },
  },
  callsSettled: async () => {},
};

afterEach(() => vi.unstubAllGlobals());

it('renders a page with its data, in the frame of the site', async () => {
  const html = await render({ ...order, address: '/notes/7' });
  expect(html).toContain('<p>Note <!-- -->7</p>');
  expect(html).toContain('href="/auth/mail"');
});

it('renders what the ledger answers, whose calls say what caused them', async () => {
  const data = { list: [], count: 7, sequence: 0 };
  const fetch = vi.fn(async (_url: string, _call: object) => Response.json({ data }));
  vi.stubGlobal('fetch', fetch);
  const html = await render({ ...order, address: '/list/7' });
  expect(html).toContain('<p>7<!-- --> transactions</p>');
  const traceparent = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(fetch.mock.lastCall?.[1]).toMatchObject({ headers: { traceparent } });
});

it('says of a page that leads on to another address that it has moved, and where', async () => {
  await expect(render({ ...order, address: '/old/7' })).rejects.toMatchObject({
    code: 'moved',
    message: 'it leads on to /notes/7',
  });
});

it.each([
  ['/gone/7', 'TypeError: no 7'],
  ['/broken/7', 'TypeError: no note'],
])('takes no code of a remote’s own error for its own: %s', async (address, stack) => {
  const failed = render({ ...order, address });
  await expect(failed).rejects.toMatchObject({ stack: expect.stringContaining(stack) });
  await expect(failed).rejects.not.toHaveProperty('code');
});

it('blames no redirect for an address that no remote has', async () => {
  const failed = render({ ...order, address: '/nothing' });
  await expect(failed).rejects.toThrow('no remote has it');
  await expect(failed).rejects.not.toHaveProperty('code');
});

import { expect, it } from 'vitest';
import { proxiedServices, serviceCall } from './proxied-services.ts';

const services = proxiedServices(
  Array.from({ length: 11 }, (_, at) => ({ place: `s${at}.url`, url: `https://s${at}.test/api` })),
  'http://localhost:4400',
);

it('gives each service an address at the proxy', () => {
  expect(services[10]).toEqual({
    place: 's10.url',
    at: 'https://s10.test/api',
    prefix: '/@dev/services/10',
    url: 'http://localhost:4400/@dev/services/10',
  });
});

it.each([
  ['/@dev/services/1', 'https://s1.test/api'],
  ['/@dev/services/1?x=1', 'https://s1.test/api?x=1'],
  ['/@dev/services/10/calls', 'https://s10.test/api/calls'],
])('sends %s to %s', (path, address) => {
  expect(serviceCall(services, path)?.address.href).toBe(address);
});

it.each(['/', '/transfers', '/@dev/services/11', '/@dev/services/1x', '/@dev/services/'])(
  'takes %s for no call to a service',
  (path) => {
    expect(serviceCall(services, path)).toBeNull();
  },
);

import { expect, it } from 'vitest';
import { standalonePolicy } from './standalone-policy.ts';

it('is the policy of the site, with the declared hosts, and fonts and workers of this page', () => {
  const policy =
    "default-src 'none'; script-src 'self' 'sha384-x'; font-src https://site.test/artifacts/; " +
    "worker-src https://site.test/artifacts/ https://site.test/keeper.js; connect-src 'self'; " +
    'report-uri /releases/policy-reports';
  expect(standalonePolicy(policy, 'http://localhost:4900', ['https://api.example.org'])).toBe(
    "default-src 'none'; script-src 'self' 'sha384-x'; font-src http://localhost:4900; " +
      "worker-src http://localhost:4900; connect-src 'self' https://api.example.org",
  );
});

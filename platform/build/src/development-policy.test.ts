import { expect, it } from 'vitest';
import { developmentPolicy } from './development-policy.ts';

const trustedTypes = "require-trusted-types-for 'script'; trusted-types default dompurify";

it('is the policy of the site, with the declared hosts, and fonts and workers of this page', () => {
  const policy =
    "default-src 'none'; script-src 'self' 'sha384-x'; font-src https://site.test/artifacts/; " +
    "worker-src https://site.test/artifacts/ https://site.test/keeper.js; connect-src 'self'; " +
    `${trustedTypes}; report-uri /releases/policy-reports`;
  const page = 'http://localhost:4900';
  const declared = {
    connect: ['https://api.example.org'],
    needs: ['frames:https://films.example.org', 'policies:lit-html', 'injectedStyles'],
  };
  const here =
    "default-src 'none'; script-src 'self' 'sha384-x'; font-src http://localhost:4900; " +
    "worker-src http://localhost:4900; connect-src 'self' ws://localhost:4900 https://api.example.org";
  const films = 'frame-src https://films.example.org';
  expect(developmentPolicy(policy, { page, declared, hasShell: true })).toBe(
    `${here}; ${trustedTypes} lit-html; ${films}`,
  );
  expect(developmentPolicy(policy, { page, declared, hasShell: false })).toBe(`${here}; ${films}`);
});

it('lets a page ask another development server, and that alone', () => {
  const policy = `script-src 'self'; style-src 'self'; connect-src 'self'; ${trustedTypes}; base-uri 'none'`;
  const page = 'http://localhost:4900';
  const server = 'http://localhost:5173';
  const loosened = { page, declared: {}, server, inlineStyles: true, hasShell: true };
  expect(developmentPolicy(policy, loosened)).toBe(
    "script-src 'self' http://localhost:5173; style-src 'self' http://localhost:5173 'unsafe-inline'; " +
      "connect-src 'self' http://localhost:5173 ws://localhost:4900 ws://localhost:5173; base-uri 'none'",
  );
});

it('lets styles stand in a page whatever hash or nonce its policy has, as browsers would ignore that', () => {
  const policy = "style-src 'self' 'sha384-x' 'nonce-y'";
  const page = 'http://localhost:4900';
  const loosened = { page, declared: {}, inlineStyles: true, hasShell: true };
  expect(developmentPolicy(policy, loosened)).toBe("style-src 'self' 'unsafe-inline'");
});

it('keeps what the site has opened for fonts and workers', () => {
  const policy =
    'font-src https://site.test/artifacts/ data:; worker-src https://site.test/artifacts/ blob:';
  expect(
    developmentPolicy(policy, { page: 'http://localhost:4900', declared: {}, hasShell: true }),
  ).toBe('font-src http://localhost:4900 data:; worker-src http://localhost:4900 blob:');
});

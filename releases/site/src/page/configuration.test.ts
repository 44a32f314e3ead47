import { type Environment, readEnvironment } from '@tallystick/shared/environment';
import { describe, expect, it } from 'vitest';
import { siteConfiguration } from './configuration.ts';
import { contentSecurityPolicy } from './policy.ts';

function settings(variables: Record<string, string> = {}): Environment {
  const result = readEnvironment({ IDENTITY_PORT: '4242', ...variables });
  if (!result.ok) throw new Error(result.problem);
  return result.environment;
}

const identityOf = (variables?: Record<string, string>) =>
  siteConfiguration(settings(variables)).identity;

function connectionsOf(variables?: Record<string, string>): string[] {
  const policy = contentSecurityPolicy(
    siteConfiguration(settings(variables)),
    'https://site.example',
    [],
    [],
  );
  const [, ...sources] =
    policy
      .split('; ')
      .find((directive) => directive.startsWith('connect-src'))
      ?.split(' ') ?? [];
  return sources;
}

const project = {
  FIREBASE_API_KEY: 'public-key',
  FIREBASE_AUTH_DOMAIN: 'shop.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'shop',
};

describe('identity', () => {
  it('is the local emulator unless a project is given', () => {
    expect(identityOf()).toEqual({
      apiKey: 'demo-key',
      authDomain: 'demo-tallystick.firebaseapp.com',
      projectId: 'demo-tallystick',
      emulatorUrl: 'http://127.0.0.1:4242',
    });
    expect(connectionsOf()).toEqual(["'self'", 'http://localhost:4100', 'http://127.0.0.1:4242']);
  });

  it('is the given project, and only its servers may be called', () => {
    expect(identityOf(project)).toEqual({
      apiKey: 'public-key',
      authDomain: 'shop.firebaseapp.com',
      projectId: 'shop',
    });
    expect(connectionsOf(project)).toEqual([
      "'self'",
      'http://localhost:4100',
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ]);
  });

  it('is told to another server if one is named', () => {
    const named = { ...project, TOKEN_SYNC_URL: 'https://shop.example/session?kind=token' };
    expect(identityOf(named)).toHaveProperty('syncUrl', 'https://shop.example/session?kind=token');
    expect(connectionsOf(named)).toContain('https://shop.example');
  });

  it.each([
    '/session',
    'http://shop.example/session',
    'ftp://localhost/x',
    'http://localhost.org/',
  ])('is not told to %s', (TOKEN_SYNC_URL) => {
    expect(readEnvironment({ TOKEN_SYNC_URL })).toMatchObject({ ok: false });
  });

  it('may be told to this machine without encryption', () => {
    const TOKEN_SYNC_URL = 'http://localhost:4100/session';
    expect(identityOf({ TOKEN_SYNC_URL })).toHaveProperty('syncUrl', TOKEN_SYNC_URL);
  });
});

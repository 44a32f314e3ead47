// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';

const configuration = {
  productName: 'Tallystick',
  siteMode: 'main',
  ledgerUrl: 'http://localhost:4100',
  ledgerToken: 'public-local',
  live: { appId: 'ledger-local', apiKey: 'live-local' },
  identity: { apiKey: 'key', authDomain: 'localhost', projectId: 'local' },
};

function inline(id: string, text: string) {
  document.head.innerHTML = `<script type="application/json" id="${id}">${text}</script>`;
}
afterEach(() => {
  document.head.innerHTML = '';
  vi.resetModules();
});

describe('siteConfiguration', () => {
  it('reads what the page was served with', async () => {
    inline('site-configuration', JSON.stringify(configuration));
    const { siteConfiguration } = await import('@tallystick/shared/site');
    expect(siteConfiguration()).toEqual(configuration);
  });

  it('reads it once', async () => {
    inline('site-configuration', JSON.stringify(configuration));
    const { siteConfiguration } = await import('@tallystick/shared/site');
    const first = siteConfiguration();
    document.head.innerHTML = '';
    expect(siteConfiguration()).toBe(first);
  });

  it('says so if the page lacks it', async () => {
    const { siteConfiguration } = await import('@tallystick/shared/site');
    expect(siteConfiguration).toThrow('This page was served without its site-configuration.');
  });

  it('says where it is wrong', async () => {
    inline('site-configuration', JSON.stringify({ ...configuration, ledgerUrl: 'nowhere' }));
    const { siteConfiguration } = await import('@tallystick/shared/site');
    expect(siteConfiguration).toThrow(
      "This page's site-configuration is not valid at ledgerUrl: Invalid URL",
    );
  });

  it('says that it is no JSON', async () => {
    inline('site-configuration', '{');
    const { siteConfiguration } = await import('@tallystick/shared/site');
    expect(siteConfiguration).toThrow("This page's site-configuration is not valid");
  });
});

import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { RemoteRelease } from '@tallystick/shared/contracts/release';

/** Address of a remote's federation manifest; it is inlined in the page and never fetched. */
export function manifestUrl(remote: RemoteRelease, origin: string): string {
  return `${origin}${remote.base}mf-manifest.json`;
}

/**
 * Binds the federation runtime to a release: manifests come from the release document, and every
 * script and stylesheet carries the integrity that the document states for it. What the document
 * does not know is refused, not let through.
 */
export function releasePlugin(
  remotes: readonly RemoteRelease[],
  origin: string,
): ModuleFederationRuntimePlugin {
  const integrityOf = (url: string): string => {
    const path = new URL(url, origin).href;
    for (const remote of remotes) {
      const base = `${origin}${remote.base}`;
      const integrity = path.startsWith(base) ? remote.files[path.slice(base.length)] : undefined;
      if (integrity !== undefined) return integrity;
    }
    throw new Error(`${url} is not part of this release`);
  };

  return {
    name: 'tallystick-release',
    fetch(url) {
      const remote = remotes.find((candidate) => manifestUrl(candidate, origin) === url);
      if (remote === undefined) return Promise.reject(new Error(`${url} is not in this release`));
      return Promise.resolve(Response.json(remote.manifest));
    },
    createScript({ url }) {
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      script.integrity = integrityOf(url);
      return { script };
    },
    createLink({ url, attrs }) {
      const link = document.createElement('link');
      for (const [name, value] of Object.entries(attrs ?? {})) {
        if (typeof value === 'string') link.setAttribute(name, value);
      }
      link.href = url;
      link.crossOrigin = 'anonymous';
      link.integrity = integrityOf(url);
      return { link };
    },
  };
}

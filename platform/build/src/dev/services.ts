import type { PageConfiguration } from '@tallystick/contract/page-configuration';

/** A service that answers pages of its site alone: where its address stands in their configuration, and what it is. */
export interface Service {
  place: string;
  url: string;
}

/** The services of a site that has them; a place where no address stands is none. */
export function servicesOf(configuration: PageConfiguration): Service[] {
  return configuration.services.flatMap((place) => {
    const url = place.split('.').reduce<unknown>(memberOf, configuration);
    return typeof url === 'string' && URL.canParse(url) ? [{ place, url }] : [];
  });
}

/** The configuration with other addresses of these services. */
export function withAddresses(
  configuration: PageConfiguration,
  addresses: readonly Service[],
): PageConfiguration {
  const changed = structuredClone(configuration);
  for (const { place, url } of addresses) {
    const names = place.split('.');
    const last = names.pop() ?? '';
    const holder = names.reduce<unknown>(memberOf, changed);
    if (typeof holder === 'object' && holder !== null) Reflect.set(holder, last, url);
  }
  return changed;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

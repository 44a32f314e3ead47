import type { SettingValues } from '@tallystick/contract/setting-values';

/** For what a loader or an action is called. Only one copy of this module is in a page. */
const ofRequests = new WeakMap<Request, SettingValues>();

/** Says for which settings a loader or an action is called. */
export function noteValues(request: Request, values: SettingValues | undefined): void {
  if (values !== undefined) ofRequests.set(request, values);
}

export const valuesOf = (request: Request) => ofRequests.get(request);

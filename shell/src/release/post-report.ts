import type { TabReport } from '@tallystick/shared/contracts/release-news';

const path = '/releases/reports';

/** Sends a report, also while the page goes; resolves to whether it arrived. */
export async function postReport(report: TabReport): Promise<boolean> {
  try {
    const body = JSON.stringify(report);
    const { ok } = await fetch(path, { method: 'POST', body, keepalive: true });
    return ok;
  } catch {
    return false;
  }
}

/** Leaves a report with the browser, which sends it when the page is gone. */
export function beaconReport(report: TabReport): void {
  navigator.sendBeacon(path, JSON.stringify(report));
}

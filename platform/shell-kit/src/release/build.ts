import type { failureKinds } from '@tallystick/contract/release-news';

/** One build of one app. */
export interface Build {
  readonly app: string;
  readonly build: string;
}

export type FailureKind = (typeof failureKinds)[number];

export function isSameBuild(one: Build | null, other: Build | null): boolean {
  return one?.app === other?.app && one?.build === other?.build;
}

export function includesBuild(builds: readonly Build[], build: Build): boolean {
  return builds.some((one) => isSameBuild(one, build));
}

export function nameOfBuild({ app, build }: Build): string {
  return `${app}@${build}`;
}

declare const TALLYSTICK_BUILD_ID: string;

/** The build id that this code itself carries; zeros where it was not built, as in tests. */
export const shellBuild: string =
  typeof TALLYSTICK_BUILD_ID === 'undefined' ? '0.0.0-000000000000' : TALLYSTICK_BUILD_ID;

declare const TALLYSTICK_BUILD_ID: string;

/** The build id that this code itself carries; zeros where it was not built, as in tests. */
export const shellBuild: string =
  typeof TALLYSTICK_BUILD_ID === 'undefined' ? '0.0.0-000000000000' : TALLYSTICK_BUILD_ID;

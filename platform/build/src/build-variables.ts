/** Environment variables by which `tallystick-build` tells the preset what to write, and where. */
export const buildVariables = {
  id: 'TALLYSTICK_BUILD_ID',
  output: 'TALLYSTICK_BUILD_OUTPUT',
  standalone: 'TALLYSTICK_STANDALONE',
  inSite: 'TALLYSTICK_IN_SITE',
} as const;

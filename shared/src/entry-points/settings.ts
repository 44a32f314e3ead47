// Builds in the field ask for the page's one by this name; what stands behind it is the platform's.
export * from '@tallystick/shell-kit/settings';

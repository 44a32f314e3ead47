import { installationSettings } from '@tallystick/backend/src/settings/installation.ts';
import { toolSettings } from './tool-settings.ts';

/** All settings of this project, by what they are about: those of an installation, and of its tools. */
export const allSettings = { ...installationSettings, Development: toolSettings };

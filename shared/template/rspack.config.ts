import { appConfiguration } from '@tallystick/build';

export default appConfiguration(import.meta.dirname);

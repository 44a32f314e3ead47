import { type EarlierCode, earlierCode } from '@tallystick/shell-kit/earlier-react';
import { bundled } from '#earlier-react';

/** Comes with the first build that asks for the earlier React. */
export const late: EarlierCode = earlierCode(bundled);

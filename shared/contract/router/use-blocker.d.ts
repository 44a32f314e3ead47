import { type Blocker, type BlockerFunction } from 'react-router-dom';
export declare function useBlocker(when: boolean | BlockerFunction): Blocker;

import { css } from 'lit';

/** Counts in the shadow tree of an element alone. */
export const look = css`
  .name {
    font-style: italic;
  }
`;

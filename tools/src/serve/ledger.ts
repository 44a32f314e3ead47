/** Loads what opens the ledger service, and its code with it. */
export const openLedger = async () =>
  (await import('@tallystick/backend/src/open-ledger.ts')).openLedger;

import type { Trade } from './variables.ts';

export interface Organisation {
  id: string;
  name: string;
  trade: Trade;
}

/** Issuers of credentials. */
export const creators: readonly [Organisation, ...Organisation[]] = [
  { id: 'nwu-114', name: 'Northwind University', trade: 'degree' },
  { id: 'aar-751', name: 'City of Aarhus', trade: 'residence' },
  { id: 'mrl-208', name: 'Meridian Laboratories', trade: 'health' },
  { id: 'kth-330', name: 'Kilima Technical Institute', trade: 'degree' },
  { id: 'lsb-402', name: 'Lisbon School of Business', trade: 'degree' },
  { id: 'fjd-117', name: 'Fjord Energy', trade: 'employment' },
  { id: 'vln-560', name: 'City of Valencia', trade: 'residence' },
  { id: 'pol-093', name: 'Polyglot Language Academy', trade: 'language' },
  { id: 'ost-671', name: 'Osaka Transport Authority', trade: 'licence' },
  { id: 'cdr-245', name: 'Cedar Street Clinic', trade: 'health' },
  { id: 'hbk-812', name: 'Harbour Bank', trade: 'account' },
  { id: 'lgs-140', name: 'Lagos Software Guild', trade: 'employment' },
  { id: 'uca-027', name: 'Universidad Cordillera', trade: 'degree' },
  { id: 'tyr-518', name: 'Tyrrhenian Conservatory', trade: 'degree' },
  { id: 'krk-366', name: 'City of Kraków', trade: 'residence' },
  { id: 'sgd-904', name: 'Saigon Delta Driving School', trade: 'licence' },
  { id: 'bpc-455', name: 'Bluepeak Cooperative Bank', trade: 'account' },
  { id: 'amr-623', name: 'Amrit General Hospital', trade: 'health' },
  { id: 'atl-289', name: 'Atlas Freight', trade: 'employment' },
  { id: 'glw-731', name: 'Galway Institute of Languages', trade: 'language' },
  { id: 'bsp-078', name: 'Bosphorus Maritime Registry', trade: 'licence' },
  { id: 'nbo-199', name: 'Nairobi Nursing Council', trade: 'licence' },
];

/** Callers of data. */
export const consumers: readonly [Organisation, ...Organisation[]] = [
  { id: 'obi-314', name: 'Orbit Insurance', trade: 'cover' },
  { id: 'hlr-902', name: 'Helio Research', trade: 'study' },
  { id: 'lnt-156', name: 'Lantern Lettings', trade: 'tenancy' },
  { id: 'brw-487', name: 'Brightwater Credit Union', trade: 'lending' },
  { id: 'tmb-220', name: 'Tembo Mobility', trade: 'mobility' },
  { id: 'qsr-735', name: 'Quarry Street Recruiting', trade: 'hiring' },
  { id: 'nds-061', name: 'Nordlys Health Study', trade: 'study' },
  { id: 'pmc-348', name: 'Pampa Mutual Cover', trade: 'cover' },
  { id: 'kmh-519', name: 'Kumo Homes', trade: 'tenancy' },
  { id: 'vst-874', name: 'Vistula Talent', trade: 'hiring' },
  { id: 'slb-632', name: 'Solbank Mortgages', trade: 'lending' },
  { id: 'grl-105', name: 'Greenline Car Share', trade: 'mobility' },
  { id: 'ssr-290', name: 'Silk Street Retail Panel', trade: 'study' },
  { id: 'hmv-443', name: 'Hamsa Travel Cover', trade: 'cover' },
];

/** Verifiers. */
export const checkers: readonly [Organisation, ...Organisation[]] = [
  { id: 'vrt-011', name: 'Veritas Desk', trade: 'check' },
  { id: 'plm-504', name: 'Plumbline Verification', trade: 'check' },
  { id: 'nts-287', name: 'Notary Chamber of Tartu', trade: 'check' },
  { id: 'ccr-650', name: 'Clear Creek Background Checks', trade: 'check' },
  { id: 'tks-376', name: 'Tokushima Seal Office', trade: 'check' },
  { id: 'abq-918', name: 'Al-Bayan Attestation', trade: 'check' },
];

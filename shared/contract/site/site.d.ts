import { type SiteConfiguration } from '../contracts/site.ts';
export declare const siteConfiguration: () => SiteConfiguration;

/** What machines ask every few seconds: never refused by a limit, and logged only when it fails. */
export const operatorRoutes: readonly string[] = ['/health', '/ready', '/metrics'];

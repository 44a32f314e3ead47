/** What machines ask every few seconds: logged only when it fails. */
export const operatorRoutes: readonly string[] = ['/health', '/ready'];

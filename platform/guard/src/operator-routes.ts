/** What machines ask every few seconds: logged only when it fails, and in no trace. */
export const operatorRoutes: readonly string[] = ['/health', '/ready'];

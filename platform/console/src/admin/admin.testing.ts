import { type Admin, openAdmin } from './admin.ts';

const unexpected = () => Promise.reject(new Error('The test expects no such call.'));

/** An admin API that answers what a test says, and nothing else. */
export function adminWith(calls: Partial<Admin>): Admin {
  const admin = openAdmin(unexpected);
  const none = Object.fromEntries(Object.keys(admin).map((name) => [name, unexpected]));
  return { ...admin, ...none, ...calls };
}

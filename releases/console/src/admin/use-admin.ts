import { createContext, useContext } from 'react';
import type { Admin } from './admin.ts';

export const AdminContext = createContext<Admin | null>(null);

/** The admin API, as the page was given it. */
export function useAdmin(): Admin {
  const admin = useContext(AdminContext);
  if (admin === null) throw new Error('There is no admin API around this part of the page.');
  return admin;
}

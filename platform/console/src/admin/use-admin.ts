import { createContext, useContext, useState } from 'react';
import type { Admin } from './admin.ts';
import type { Answer, Trouble } from './answer.ts';

export const AdminContext = createContext<Admin | null>(null);

/** The admin API, as the page was given it. */
export function useAdmin(): Admin {
  const admin = useContext(AdminContext);
  if (admin === null) throw new Error('There is no admin API around this part of the page.');
  return admin;
}

/** Makes calls; keeps whether one is under way, and why the last one failed. */
export function useCall() {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  async function run<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
    setBusy(true);
    const answer = await asked;
    setBusy(false);
    setTrouble(answer.ok ? null : answer);
    return answer;
  }
  return { busy, trouble, run };
}

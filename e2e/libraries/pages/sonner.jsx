import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';

export function Page() {
  useEffect(() => void toast('Baked', { duration: 600_000 }), []);
  return <Toaster />;
}
export const isRight = () =>
  getComputedStyle(document.querySelector('[data-sonner-toaster]')).position === 'fixed';

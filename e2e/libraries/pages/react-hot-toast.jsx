import { useEffect } from 'react';
import toast, { Toaster } from 'react-hot-toast';

export function Page() {
  useEffect(() => void toast('Baked', { id: 'baked', duration: 600_000 }), []);
  return <Toaster />;
}
export const isRight = () => {
  const words = [...document.querySelectorAll('[role=status]')].find(
    (one) => one.textContent === 'Baked',
  );
  return getComputedStyle(words.parentElement).display === 'flex';
};

import { motion } from 'motion/react';

export const Page = () => (
  <motion.p id="moved" initial={{ opacity: 0 }} animate={{ opacity: 1 }}>
    Moved
  </motion.p>
);
export const isRight = () => getComputedStyle(document.getElementById('moved')).opacity === '1';

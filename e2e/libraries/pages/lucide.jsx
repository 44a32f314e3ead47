import { Leaf } from 'lucide-react';

export const Page = () => <Leaf />;
export const isRight = (element) => element.querySelector('svg.lucide-leaf path') !== null;

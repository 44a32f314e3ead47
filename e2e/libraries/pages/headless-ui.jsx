import { Switch } from '@headlessui/react';

export const Page = () => <Switch defaultChecked={true}>Switch</Switch>;
export const isRight = (element) =>
  element.querySelector('[role=switch][aria-checked=true]') !== null;

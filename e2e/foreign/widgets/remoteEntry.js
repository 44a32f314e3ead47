// A container whose one page shows a widget of each of some apps, which give their words for the same thing.
globalThis.mfe_widgets = {
  async init(scope) {
    const take = async (name) => {
      const [shared] = Object.values(scope[name]);
      return (await shared.get())();
    };
    this.react = await take('react');
    this.composition = await take('@tallystick/shared/composition');
  },
  async get() {
    const { createElement, useState } = this.react;
    const { Remote } = this.composition;
    const apps = 'APPS'.split(' ');
    function Widgets() {
      const [id, setId] = useState('spelt');
      return [
        createElement('h1', { key: 'heading' }, 'Widgets'),
        createElement('button', { key: 'button', onClick: () => setId('rye') }, 'Rye'),
        ...apps.map((app) =>
          createElement(Remote, { key: app, app, expose: './card', props: { id }, fallback: null }),
        ),
      ];
    }
    return () => ({ routes: { '/widgets': { Component: Widgets } } });
  },
};
